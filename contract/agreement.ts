import { saveConfig, sysConfig } from './calls/config.ts';
import type { Entity } from './entity.ts';
import { html, int, text } from './fields.ts';

/** The user agreement: one record without a table, kept as two configuration items (docs/contract.md, "Values"). */
export const agreement = {
  name: 'agreement',
  title: '用户协议',
  screen: '/xieyi',
  label: 'title',
  fields: { title: text(200, { required: true }), content: html(), version: int({ computed: true }) },
  calls: { list: sysConfig, update: saveConfig },
} as const satisfies Entity;

/** Configuration items that cannot be emptied. The value names the item that cannot be saved without it. */
export const neededItems: Readonly<Record<string, string>> = { agreement_title: 'agreement_content' };

/** The configuration item that stores each field. */
export const agreementItems = { title: 'agreement_title', content: 'agreement_content' } as const;
