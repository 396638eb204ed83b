import { frameHosts, hostsIn } from '../../../../contract/frameHosts.ts';
import type { Db } from '../../../database/tables.ts';

/** Returns the configured hosts, which are allowed beside those of the contract. */
export async function configuredFrameHosts(db: Db): Promise<string[]> {
  const query = db.selectFrom('config_item').select('value').where('en_name', '=', 'web_frame_hosts');
  const hosts = hostsIn((await query.executeTakeFirst())?.value ?? '');
  // They become a part of headers, so whatever another program wrote into the table must be a name and nothing else.
  return hosts.filter((host) => /^[a-z0-9.-]+$/.test(host));
}

/** Returns the origins of all pages that a text may embed. */
export const frameOrigins = async (db: Db): Promise<string[]> =>
  [...frameHosts, ...(await configuredFrameHosts(db))].map((host) => `https://${host}`);
