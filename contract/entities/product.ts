import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { image, images, int, items, money, ref, refs, text } from '../fields.ts';
import { contentFields, contentList } from './content.ts';

/** Something that is sold; where it comes in sizes, each has a price and a stock of its own. */
export const product = entity('product', {
  title: '产品',
  screen: '/content',
  menu: { group: 'content', icon: 'product' },
  label: 'title',
  model: 'product',
  recycle: true,
  newestFirst: true,
  fields: {
    ...contentFields('product'),
    price: money({ sortable: true }),
    market_price: money(),
    stock: int({ default: 0, min: 0, sortable: true }),
    sales: int({ default: 0, min: 0, sortable: true }),
    unit: text(20),
    sn: text(60, { search: true }),
    size_ids: refs('size'),
    images: images(),
    skus: items({ size_id: ref('size'), sku: text(60), price: money(), stock: int({ min: 0 }), org_img: image() }),
  },
  calls: {
    list: contentList('product'),
    create: post('base.content/addProduct'),
    update: post('base.content/editProduct'),
    delete: get('base.content/deleteProduct', { id: 'pid' }),
  },
});
