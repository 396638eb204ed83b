import type { KindRules } from '../kindRules.ts';
import { checkHtmlOf } from './frameHosts.ts';

export const html: KindRules = {
  check: async ({ db, value }) => {
    const text = String(value ?? '');
    return text === '' ? { value: '' } : checkHtmlOf(db, text);
  },
};
