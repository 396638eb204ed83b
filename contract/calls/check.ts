import { post } from '../call.ts';
import { json, text } from '../fields.ts';

/** The check before publishing looks for these. */
export const checkRules = ['cover', 'description', 'title', 'alt', 'words', 'phone', 'id', 'expired'] as const;
export type CheckRule = (typeof checkRules)[number];
/** These may do harm once they are public. The other rules say what is missing. */
export const riskRules: readonly CheckRule[] = ['words', 'phone', 'id', 'expired'];

const shared = {
  access: 'signed-in',
  extension: 'check',
  params: {
    entity: text(40, { required: true }),
    /** The record's values as they stand in the form. */
    fields: json<Record<string, unknown>>()({ paramsOf: 'update' }),
  },
  /** Each finding names its field and says in the caller's language what is wrong. */
  returns: [
    {
      rule: text(20, { required: true }),
      field: text(60, { required: true }),
      msg: text(500),
      /** The words, numbers or address that the finding is about; only the first ones if there are many. */
      found: json<string[]>()(),
    },
  ],
} as const;

/**
 * Finds what is missing or risky in a content before it is published. It needs the rule to add or to edit the content.
 */
export const checkContent = post('base.Check/content', { ...shared, title: '发布前检查' });

/**
 * Finds the links and pictures of a content that lead nowhere. It requests at most 40 of them and remembers the results
 * for a while.
 */
export const checkLinks = post('base.Check/links', { ...shared, title: '检查链接', timeoutMs: 60_000 });
