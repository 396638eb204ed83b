import type { Images } from './images.ts';
import type { Source, SourceRow } from './source.ts';

type Site = SourceRow<'ay_site'>;
type Company = SourceRow<'ay_company'>;

/** Our configuration items (docs/contract.md, "Values"), by the source's fields that fill them. */
const siteItems: Partial<Record<keyof Site, string>> = {
  title: 'web_title',
  logo: 'web_logo',
  domain: 'web_basehost',
  keywords: 'web_keywords',
  description: 'web_description',
  copyright: 'web_copyright',
  icp: 'web_recordnum',
};
const companyItems: Partial<Record<keyof Company, string>> = {
  name: 'company_name',
  address: 'company_address',
  phone: 'company_phone',
  email: 'company_email',
};

export interface PreparedSettings {
  items: { name: string; value: string }[];
  without: string[];
}

export function prepareSettings(source: Source, images: Images): PreparedSettings {
  const main = source.ay_area.find((area) => area.is_default === '1')?.acode;
  const ofMain = <T extends { acode: string }>(rows: T[]) => rows.find((row) => row.acode === main) ?? rows[0];
  const site = pick(ofMain(source.ay_site), siteItems);
  const company = pick(ofMain(source.ay_company), companyItems);
  return {
    items: [...site.items, ...company.items].map(({ name, value }) => ({
      name,
      value: name === 'web_logo' ? images.take(value, 'Site logo') : value,
    })),
    without: [...site.without, ...company.without.map((field) => `company ${field}`)],
  };
}

function pick(row: Record<string, string> | undefined, items: Record<string, string>): PreparedSettings {
  const filled = Object.entries(row ?? {}).filter(([field, value]) => field !== 'acode' && value !== '');
  return {
    items: filled.flatMap(([field, value]) => {
      const name = items[field];
      return name ? [{ name, value }] : [];
    }),
    without: filled.map(([field]) => field).filter((field) => !items[field]),
  };
}

export function ownHosts(source: Source): Set<string> {
  const hosts = source.ay_site.map(({ domain }) => domain.replace(/^https?:\/\//i, '').replace(/\/.*$/s, ''));
  return new Set(hosts.map((host) => host.toLowerCase()).filter(Boolean));
}
