import { get, post } from '../call.ts';
import { choice, flag, int, ref, text } from '../fields.ts';
import { modelNames } from '../models.ts';

export const getModelList = post('base.base/getModelList', {
  title: '模型列表',
  access: 'signed-in',
  returns: [{ id: int({ required: true }), model: text(20), title: text(60), single: flag() }],
});

/** The columns of a model in tree order, with the number of records in each. */
export const getContentTopMenu = get('base.content/getContentTopMenu', {
  title: '内容栏目',
  rule: '/content',
  params: { model: choice(modelNames, { required: true }) },
  returns: [
    { id: int({ required: true }), title: text(60), level: int({ required: true }), total: int({ required: true }) },
  ],
});

/** Makes one column the site's home page in place of the earlier one. */
export const setIndex = post('base.content/setIndex', {
  title: '设为首页',
  writes: true,
  params: { cid: ref('column', { required: true }) },
});
