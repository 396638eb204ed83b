import type { FileItem, ImageItem } from '../../../contract/kinds.ts';
import { isSafeLink } from '../../../contract/links.ts';
import { type Checked, type KindRules, refuse, type Verdict } from './kindRules.ts';

export const checkLink = ({ value }: Checked): Verdict =>
  isSafeLink(String(value ?? '')) ? { value } : refuse('format_link');

function checkLinks({ name, value }: Checked): Verdict {
  const refused = [...(value as (ImageItem | FileItem)[]).entries()].filter(([, item]) => !isSafeLink(item.url));
  const errors = refused.map(([at]) => [`${name}.${at}.url`, { key: 'format_link' as const }]);
  return errors.length > 0 ? { errors: Object.fromEntries(errors) } : { value };
}

/** An image, or a file. */
export const link: KindRules = { check: checkLink };
/** Several of these. */
export const links: KindRules = { check: checkLinks };
