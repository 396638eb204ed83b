import { get } from '../call.ts';
import { choice, image, int, ref, text } from '../fields.ts';
import { modelNames } from '../models.ts';

export const getParentCategory = get('base.Category/getParentCategory', {
  title: '顶级分类',
  rule: '/content',
  params: { id: ref('column'), type: choice(modelNames) },
  returns: [{ id: int({ required: true }), title: text(60), org_img: image(), cid: ref('column'), type: text(20) }],
});

/** Every product and gallery, for choosing related cases. */
export const getAllCaseList = get('base.Category/getAllCaseList', {
  title: '全部案例',
  rule: '/content',
  apart: ['model', 'id'],
  returns: [{ id: int({ required: true }), model: text(20), title: text(200) }],
});
