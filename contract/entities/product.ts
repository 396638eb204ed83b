import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { image, images, int, items, money, ref, refs, text } from '../fields.ts';
import { contentEntity, contentFields, contentList } from './content.ts';

export const product = entity('product', {
  title: '产品',
  ...contentEntity('product'),
  fields: {
    ...contentFields('product'),
    price: money({ sortable: true, public: true }),
    market_price: money({ public: true }),
    stock: int({ default: 0, min: 0, sortable: true, public: true }),
    sales: int({ counter: true, default: 0, min: 0, sortable: true, public: true }),
    unit: text(20, { public: true }),
    sn: text(60, { search: 'code', notCopied: true, public: true }),
    size_ids: refs('size', { public: true }),
    images: images({ public: true }),
    skus: items(
      {
        size_id: ref('size', { public: true }),
        sku: text(60, { public: true, search: 'code', unique: true, caseless: true }),
        price: money({ public: true }),
        stock: int({ min: 0, public: true }),
        org_img: image({ public: true }),
      },
      { public: true },
    ),
  },
  calls: {
    list: contentList('product'),
    create: post('base.content/addProduct'),
    update: post('base.content/editProduct'),
    delete: get('base.content/deleteProduct', { id: 'pid' }),
  },
});
