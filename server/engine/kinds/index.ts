import type { Field } from '../../../contract/fields.ts';
import type { Kind } from '../../../contract/kinds.ts';
import { params } from './contentParams.ts';
import { html } from './html/html.ts';
import { items } from './items.ts';
import type { KindRules } from './kindRules.ts';
import { link, links } from './links.ts';
import { ref, refs } from './refs.ts';
import { slug } from './slug.ts';
import { text } from './text.ts';

const none: KindRules = {};

/** The rules of each kind. For other kinds the schema says everything. */
const kinds: Partial<Record<Kind, KindRules>> = {
  text,
  html,
  slug,
  image: link,
  file: link,
  images: links,
  files: links,
  items,
  params,
  ref,
  refs,
};

export const rulesOf = (field: Pick<Field, 'kind'> | undefined): KindRules => (field && kinds[field.kind]) ?? none;
