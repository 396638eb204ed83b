import type { TranslateFunction } from 'ra-core';
import { whoCanGrant } from '../../contract/calls/explain.ts';
import { lateTexts } from '../../i18n/index.ts';
import { features, http } from '../services/services.ts';

/** The refusal itself does not wait longer. */
const longestMs = 2000;

/** Who can give a right that one lacks, in a sentence; empty where nobody is told. */
export async function giversOf(rule: string, translate: TranslateFunction): Promise<string> {
  if (!features.offers(whoCanGrant)) return '';
  const [{ names = [], others: n }] = await Promise.all([
    http.call(whoCanGrant, { rule }, AbortSignal.timeout(longestMs)),
    lateTexts(),
  ]);
  if (names.length === 0) return '';
  const all = names.join(translate('explain.and'));
  return translate(n ? 'explain.giversMore' : 'explain.givers', { names: all, n });
}
