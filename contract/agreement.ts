import { saveConfig, sysConfig } from './calls/config.ts';
import type { Entity } from './entity.ts';
import { html, int, text } from './fields.ts';

/** The user agreement: one record without a table, kept as two configuration items (contract.md section 3). */
export const agreement = {
  name: 'agreement',
  title: '用户协议',
  screen: '/xieyi',
  label: 'title',
  fields: { title: text(200), content: html(), version: int({ computed: true }) },
  calls: { list: sysConfig, update: saveConfig },
} as const satisfies Entity;

/** The configuration items that hold its fields. */
export const agreementItems = { title: 'agreement_title', content: 'agreement_content' } as const;
