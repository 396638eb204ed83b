import { type Asked, type Handler, needed, Refusal } from './answer.ts';
import { config } from './config.ts';
import { signIn } from './signIn.ts';
import type { Form, Row } from './store.ts';
import type { Table } from './tables.ts';
import { upload } from './upload.ts';

/** The field that each parameter of a list filters by. A parameter of 0 stands for all. */
type Narrowing = Record<string, string>;

const narrowedBy = (form: Form, by: Narrowing): Form =>
  Object.fromEntries(
    Object.entries(by).flatMap(([name, field]) => (form[name] && form[name] !== '0' ? [[field, form[name]]] : [])),
  );

const list =
  (table: Table, by: Narrowing = {}): Handler =>
  ({ store, form }) =>
    store.page(table, { where: narrowedBy(form, by), page: form.page });
const newest =
  (table: Table): Handler =>
  ({ store, form }) =>
    store.page(table, { page: form.page, newestFirst: true });
const all =
  (table: Table, by: Narrowing = {}): Handler =>
  ({ store, form }) =>
    store.all(table, { where: narrowedBy(form, by) });

const add =
  (table: Table, ...required: string[]): Handler =>
  ({ store, form }) => {
    for (const name of required) needed(form, name);
    return { id: store.add(table, form) };
  };
const edit =
  (table: Table): Handler =>
  ({ store, form }) => {
    const id = needed(form, 'id');
    if (!store.find(table, id)) throw new Refusal('记录不存在');
    store.edit(table, id, form);
    return { id };
  };
const addEdit =
  (table: Table, required: string): Handler =>
  (asked) =>
    Number(asked.form.id) > 0 ? edit(table)(asked) : add(table, required)(asked);
const remove =
  (table: Table, name = 'id'): Handler =>
  ({ store, form }) => {
    if (!store.remove(table, needed(form, name))) throw new Refusal('记录不存在');
  };

/** Builds a tree: each row gets the rows that name it as their `pid`, as the property `under`. */
function nested(rows: Row[], under: string, pid = '0'): object[] {
  const here = rows.filter((row) => row.pid === pid);
  return here.map((row) => ({ ...row, [under]: nested(rows, under, String(row.id)) }));
}

/** A page of the top columns, each with all columns below it. */
const columnPage: Handler = ({ store, form }) => {
  const below = (row: Row): object => ({
    ...row,
    children: store.all('column', { where: { pid: String(row.id) } }).map(below),
  });
  const { data, total } = store.page('column', { where: { pid: '0' }, page: form.page });
  return { data: data.map(below), total };
};

const models = {
  article: '文章',
  product: '产品',
  atlas: '图集',
  video: '视频',
  down: '下载',
  recruitment: '招聘',
  single: '单页',
  message: '留言',
};
const modelRows = Object.entries(models).map(([model, title]) => ({
  model,
  title,
  single: model === 'single' ? '1' : '0',
}));
const modelOf = (form: Form): Table => {
  const model = needed(form, 'model');
  if (!Object.hasOwn(models, model)) throw new Refusal('模型不存在');
  return model as Table;
};

/**
 * Lists the contents of a model. For a column of single pages it returns the column's one record, which is made when it
 * is first read.
 */
function contentList({ store, form }: Asked): unknown {
  const model = modelOf(form);
  const { id = '0', searchKey, page } = form;
  if (model === 'single' && id !== '0') {
    const where = { col_id: id };
    if (store.all(model, { where }).length === 0)
      store.add(model, { ...where, title: store.find('column', id)?.title ?? '' });
    return store.all(model, { where })[0];
  }
  return store.page(model, { where: narrowedBy(form, { id: 'col_id' }), searchKey, page, newestFirst: true });
}

function topMenu({ store, form }: Asked): unknown {
  const model = modelOf(form);
  const total = (id: string) => store.page(model, { where: { col_id: id } }).total;
  return store
    .all('column', { where: { model } })
    .map(({ id, title }) => ({ id, title, level: '1', total: total(String(id)) }));
}

function setIndex({ store, form }: Asked): void {
  for (const { id } of store.all('column', { where: { is_home: '1' } }))
    store.edit('column', String(id), { is_home: '0' });
  store.edit('column', needed(form, 'cid'), { is_home: '1' });
}

const cases: Handler = ({ store }) =>
  (['product', 'atlas'] as const).flatMap((model) => store.all(model).map(({ id, title }) => ({ id, model, title })));
const roles: Handler = ({ store }) =>
  store.all('role').map(({ id, title, rule_method }) => ({ id, title, rule_method }));

function admins({ store, form }: Asked): unknown {
  const { data, total } = store.page('admin', { page: form.page });
  const roleOf = (id: string) => ({ id, title: store.find('role', id)?.title ?? '' });
  return { data: data.map(({ password: _, ...row }) => ({ ...row, role: roleOf(row.groupId ?? '0') })), total };
}

const content = (name: string, table: Table) => ({
  [`POST base.content/add${name}`]: add(table, 'col_id', 'title'),
  [`POST base.content/edit${name}`]: edit(table),
});

/** Every call, by verb and path (console.md section 7). */
export const calls: Record<string, Handler> = {
  ...signIn,
  ...config,
  ...upload,
  'GET base.admin/getAdminList': admins,
  'GET base.admin/deleteAdmin': remove('admin', 'aid'),
  'GET base.admin/getRoleList': roles,
  'POST base.admin/create_role': add('role', 'title'),
  'POST base.admin/edit_role': edit('role'),
  'GET base.admin/delete_role': remove('role', 'rid'),
  'GET base.admin/getRuleList': ({ store }) =>
    nested(store.all('rule'), 'sunList').map((rule) => ({ ...rule, show: 'show' in rule && rule.show === '1' })),
  'POST base.admin/create_rule': add('rule', 'title', 'path'),
  'POST base.admin/edit_rule': edit('rule'),
  'GET base.admin/delete_rule': remove('rule', 'rid'),
  'GET base.Data/webData': () => ({ models: modelRows }),
  'POST base.base/getModelList': () => modelRows.map((row, at) => ({ id: String(at + 1), ...row })),
  'GET base.base/getColumnList': columnPage,
  'GET base.base/getAllColumnList': all('column'),
  'POST base.base/addColumn': add('column', 'title', 'model'),
  'POST base.base/editColumn': edit('column'),
  'GET base.base/editColumn': edit('column'),
  'POST base.base/deleteColumn': remove('column', 'col_id'),
  'GET base.base/getNavList': list('nav'),
  'GET base.base/getAllNavList': all('nav'),
  'GET base.base/getNavGroup': all('nav_group'),
  'POST base.base/addNav': add('nav', 'title'),
  'POST base.base/editNav': edit('nav'),
  'GET base.base/deleteNav': remove('nav'),
  'POST base.base/addNavGroup': add('nav_group', 'title'),
  'POST base.base/editNavGroup': edit('nav_group'),
  'GET base.base/deleteNavGroup': remove('nav_group'),
  'GET base.base/getAdList': list('ad'),
  'GET base.base/getAdGroup': all('ad_group'),
  'POST base.base/addAd': add('ad', 'title'),
  'POST base.base/editAd': edit('ad'),
  'POST base.base/deleteAd': remove('ad'),
  'POST base.base/addAdGroup': add('ad_group', 'title'),
  'POST base.base/editAdGroup': edit('ad_group'),
  'POST base.base/deleteAdGroup': remove('ad_group'),
  'GET base.base/getOperateLog': newest('operation_log'),
  'GET base.base/getSystemLog': newest('run_log'),
  'GET base.base/getVisitorLog': newest('visitor_log'),
  'POST base.content/getContentList': contentList,
  'GET base.content/getContentTopMenu': topMenu,
  'POST base.content/setIndex': setIndex,
  ...content('Article', 'article'),
  ...content('Product', 'product'),
  ...content('Atlas', 'atlas'),
  ...content('Video', 'video'),
  ...content('Down', 'down'),
  'GET base.content/addRecruitment': add('recruitment', 'col_id', 'title'),
  'POST base.content/editRecruitment': edit('recruitment'),
  'POST base.content/editSingle': edit('single'),
  'GET base.content/deleteArticle': remove('article', 'aid'),
  'GET base.content/deleteProduct': remove('product', 'pid'),
  'GET base.content/deleteAtlas': remove('atlas'),
  'GET base.content/deleteVideo': remove('video'),
  'GET base.content/deleteDown': remove('down'),
  'POST base.content/deleteRecruitment': remove('recruitment'),
  'GET base.content/deleteForm': remove('message'),
  // A column of 0 stands for all. Otherwise both the column and the page must match, and a page of 0 stands for none.
  'POST base.content/getContentParams': ({ store, form }) =>
    store.all('content_param', form.col_id === '0' ? {} : { where: { cid: form.col_id ?? '', sid: form.sid ?? '' } }),
  'POST base.content/addContentParams': add('content_param', 'name'),
  'GET base.content/deleteContentParams': remove('content_param'),
  'GET base.Category/getCategoryList': list('category', { id: 'cid' }),
  'GET base.Category/getAllCategoryList': all('category', { id: 'cid', type: 'type' }),
  'GET base.Category/getParentCategory': ({ store }) => store.all('category', { where: { pid: '0' } }),
  'GET base.Category/getAllCaseList': cases,
  'POST base.Category/addEditCategory': addEdit('category', 'title'),
  'POST base.Category/deleteCategory': remove('category'),
  'GET base.Size/getAll': all('size'),
  'GET base.Size/getSizeList': list('size'),
  'POST base.Size/addEditSize': addEdit('size', 'title'),
  'POST base.Size/deleteSize': remove('size'),
  'GET base.User/list': newest('user'),
  'GET base.User/historyList': newest('history'),
  'GET base.User/collectList': newest('collect'),
  'GET base.User/downList': newest('down_record'),
  'POST base.User/userAddEdit': addEdit('user', 'username'),
  'GET base.User/UserDelete': remove('user'),
};
