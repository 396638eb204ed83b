import { category as categoryEntity } from '../../contract/entities/category.ts';
import type { Handlers } from '../engine/callContext.ts';
import * as crud from '../engine/crud.ts';

export const categoryHandlers = {
  'base.Category/getParentCategory': async ({ db }, { id, type }) => {
    const rows = await crud.readAll(db, categoryEntity, { ...(id && { cid: id }), ...(type && { type }) });
    return rows
      .filter(({ pid }) => !pid)
      .map(({ id, title, org_img, cid, type }) => ({ id, title, org_img, cid, type }));
  },

  'base.Category/getAllCaseList': async ({ db }) => {
    const titles = async (model: 'product' | 'atlas') => {
      const rows = await db
        .selectFrom(model)
        .select(['id', 'title'])
        .where('deleted_at', 'is', null)
        .orderBy('sort')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(({ id, title }) => ({ id, model, title }));
    };
    return [...(await titles('product')), ...(await titles('atlas'))];
  },
} satisfies Partial<Handlers>;
