import { get, post } from '../call.ts';
import { choice, flag, image, int, ref, text } from '../fields.ts';
import { modelNames, titlesByModel } from '../models.ts';

/** Each content model has its own rule for listing its records. */
export const listRule = {
  rule: 'base.content/getContentList',
  ruleByParam: { param: 'model', titles: titlesByModel((noun) => `${noun}列表`) },
} as const;

export const getModelList = post('base.base/getModelList', {
  title: '模型列表',
  access: 'signed-in',
  returns: [{ id: int({ required: true }), model: text(20), title: text(60), single: flag() }],
});

export const getContentTopMenu = get('base.content/getContentTopMenu', {
  title: '内容栏目',
  ...listRule,
  params: { model: choice(modelNames, { required: true }) },
  returns: [
    { id: int({ required: true }), title: text(60), level: int({ required: true }), total: int({ required: true }) },
  ],
});

export const setIndex = post('base.content/setIndex', {
  title: '设为首页',
  writes: true,
  params: { cid: ref('column', { required: true }) },
});

/** Returns only categories of the models that the caller may list. */
export const getParentCategory = get('base.Category/getParentCategory', {
  title: '顶级分类',
  rule: '/content',
  params: { id: ref('column'), type: choice(modelNames) },
  returns: [{ id: int({ required: true }), title: text(60), org_img: image(), cid: ref('column'), type: text(20) }],
});

/** Returns every product and gallery that the caller may list, for choosing related cases. */
export const getAllCaseList = get('base.Category/getAllCaseList', {
  title: '全部案例',
  rule: '/content',
  apart: ['model', 'id'],
  returns: [{ id: int({ required: true }), model: text(20), title: text(200) }],
});
