import type { Model } from '../../../contract/models.ts';
import type { Source, SourceColumn } from './source.ts';

type SourceModel = Source['ay_model'][number];

/** PbootCMS's own template for the message page. */
const messageTemplate = /^message\.html?$/i;

/** Words in name, URL and template tell the model, because PbootCMS itself knows only lists and single pages. */
const kinds: [RegExp, Model][] = [
  [/product|goods|产品|商品/i, 'product'],
  [/case|gallery|album|photo|案例|图集|相册/i, 'atlas'],
  [/job|recruit|招聘|人才/i, 'recruitment'],
];

export function kindOf({ type, name, urlname, contenttpl }: SourceModel): Model {
  if (type === '1') return 'single'; // PbootCMS's type of single pages
  return kinds.find(([words]) => words.test(`${name} ${urlname} ${contenttpl}`))?.[1] ?? 'article';
}

export function modelsOf(source: Source): (column: SourceColumn) => Model {
  const models = new Map(source.ay_model.map((model) => [model.mcode, kindOf(model)]));
  return (column) => {
    const model = models.get(column.mcode) ?? 'article';
    return model === 'single' && messageTemplate.test(column.contenttpl) ? 'message' : model;
  };
}
