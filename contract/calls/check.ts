import { post } from '../call.ts';
import { json, text } from '../fields.ts';

/** What the check before publishing looks for. */
export const checkRules = ['cover', 'description', 'title', 'alt', 'words', 'phone', 'id', 'expired'] as const;
export type CheckRule = (typeof checkRules)[number];
/** What may do harm once it is public. The others say what is missing. */
export const riskRules: readonly CheckRule[] = ['words', 'phone', 'id', 'expired'];

const shared = {
  access: 'signed-in',
  extension: 'check',
  params: {
    entity: text(40, { required: true }),
    /** The record's values as they stand in the form. */
    fields: json<Record<string, unknown>>()({ paramsOf: 'update' }),
  },
  /** Each at its field, in the caller's language. */
  returns: [
    {
      rule: text(20, { required: true }),
      field: text(60, { required: true }),
      msg: text(500),
      /** The words, numbers or the address that it is about; the first ones where they are many. */
      found: json<string[]>()(),
    },
  ],
} as const;

/** What is missing or risky in a content, before it is published. Needs the rule to add or to edit it. */
export const checkContent = post('base.Check/content', { ...shared, title: '发布前检查' });

/** The links and pictures of a content that lead nowhere: each is asked for, at most 40, and remembered for a while. */
export const checkLinks = post('base.Check/links', { ...shared, title: '检查链接', timeoutMs: 60_000 });
