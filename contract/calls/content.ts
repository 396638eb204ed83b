import { get, post } from '../call.ts';
import { choice, flag, int, ref, text } from '../fields.ts';
import { modelNames } from '../models.ts';

export const getModelList = post('base.base/getModelList', {
  title: '模型列表',
  access: 'signed-in',
  returns: [{ id: int({ required: true }), model: text(20), title: text(60), single: flag() }],
});

export const getContentTopMenu = get('base.content/getContentTopMenu', {
  title: '内容栏目',
  rule: '/content',
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
