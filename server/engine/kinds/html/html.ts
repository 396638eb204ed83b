import type { Db } from '../../../database/tables.ts';
import type { KindRules } from '../kindRules.ts';
import { configuredFrameHosts } from './frameHosts.ts';

export const html: KindRules = {
  check: async ({ db, value }) => {
    const text = String(value ?? '');
    return text === '' ? { value: '' } : checkHtmlOf(db, text);
  },
};

/** Cleans HTML with the frames that the configuration allows. */
export async function checkHtmlOf(db: Db, text: string) {
  // Loaded on first use (13 MB), because reads do not need it.
  const { checkHtml } = await import('./sanitizeHtml.ts');
  return checkHtml(text, /<iframe/i.test(text) ? await configuredFrameHosts(db) : []);
}
