/** The pattern of each form that a parameter has on the wire. */
const forms = {
  id: /^[1-9]\d*$/,
  /** 0 stands for none. */
  idOrNone: /^\d+$/,
  ids: /^(\d+(,\d+)*)?$/,
  page: /^[1-9]\d*$/,
  number: /^-?\d+$/,
  text: /^[\s\S]*$/,
  modelOrNone: /^(article|product|atlas|video|down|recruitment|single|message)?$/,
  model: /^(article|product|atlas|video|down|recruitment|single|message)$/,
  file: /^\[file\]$/,
};
type Form = keyof typeof forms;

export interface SpecifiedCall {
  verb: 'GET' | 'POST';
  path: string;
  /** The parameters that the specification names. */
  params: Record<string, Form>;
  /** Whether the specification leaves further parameters open: the fields of the record. */
  isOpen: boolean;
  /**
   * Parameters that the console sends although the specification does not name them: without them the call would mean
   * nothing.
   */
  assumed: Record<string, Form>;
  /** Whether the specification names the call without its path. */
  isPathAssumed: boolean;
  /** Whether the specification names the call without its verb. */
  isVerbAssumed: boolean;
  /** Why the console has no screen that sends it. */
  unused: string | undefined;
}

type More = Partial<Pick<SpecifiedCall, 'isOpen' | 'assumed' | 'isPathAssumed' | 'isVerbAssumed' | 'unused'>>;

const call =
  (verb: 'GET' | 'POST') =>
  (
    path: string,
    params: Record<string, Form> = {},
    { isOpen = false, assumed = {}, isPathAssumed = false, isVerbAssumed = false, unused }: More = {},
  ): SpecifiedCall => ({ verb, path, params, isOpen, assumed, isPathAssumed, isVerbAssumed, unused });
const get = call('GET');
const post = call('POST');

const fields: More = { isOpen: true };
const page: Record<string, Form> = { page: 'page' };
const id: Record<string, Form> = { id: 'id' };
const column: Record<string, Form> = { col_id: 'id' };
const assumedPage: More = { assumed: page };
const assumedId: More = { assumed: id };
const assumedPath: More = { isPathAssumed: true, isVerbAssumed: true };

/** The calls of section 7 of the specification (`console.md`), written from that page alone. */
export const calls: readonly SpecifiedCall[] = [
  get('auth.auth/checkLogin'),
  post('auth.auth/login', { username: 'text', password: 'text', verify: 'text' }),
  get('auth.auth/ini'),

  get('base.admin/getAdminInfo'),
  get('base.admin/getAdminList', page),
  get('base.admin/getRoleList'),
  post('base.admin/create_role', { title: 'text', rule_method: 'ids' }),
  post('base.admin/edit_role', { id: 'id', title: 'text', rule_method: 'ids' }),
  get('base.admin/delete_role', { rid: 'id' }),
  get('base.admin/getRuleList'),
  post('base.admin/create_rule', { title: 'text', path: 'text', pid: 'idOrNone' }),
  post('base.admin/edit_rule', {}, fields),
  get('base.admin/delete_rule', { rid: 'id' }),
  get('base.admin/deleteAdmin', { aid: 'id' }),
  post('base.admin/editAdmin', {}, fields),
  post('base.admin/addAdmin', {
    username: 'text',
    mobile: 'text',
    email: 'text',
    password: 'text',
    groupId: 'id',
  }),

  get('base.Menu', { pid: 'idOrNone' }),
  get('base.Data/welcomeDate'),
  get('base.Data/webInfo', {}, assumedPath),
  get('base.Data/webData', {}, assumedPath),

  get('base.Config/sysConfig'),
  post('base.Config/saveConfig', {}, fields),
  get('base.Config/getCos'),
  get('base.Config/autoGroup'),
  get('base.Config/autoGroupConfig', { gid: 'id' }),
  get('base.Config/tempList'),
  post('base.Config/addExtendGroup', { title: 'text', ident: 'text', sort: 'number' }),
  post('base.Config/deleteExtendGroup', { gid: 'id' }),
  get('base.Config/expendConfig'),
  post('base.Config/addExpendConfig', { groupId: 'id', zh_name: 'text', en_name: 'text', sort: 'number' }),
  post('base.Config/deleteExpendConfig', id),

  get('base.base/getColumnList', page),
  get('base.base/getAllColumnList'),
  get('base.base/getNavList', {}, assumedPage),
  get('base.base/getAllNavList'),
  get('base.base/getAdList', {}, assumedPage),
  get('base.base/getAdGroup'),
  get('base.base/getNavGroup'),
  post('base.base/addColumn', {}, fields),
  post('base.base/editColumn', {}, fields),
  get(
    'base.base/editColumn',
    {},
    { ...fields, unused: 'one wrapper of the product declares it so; columns are edited by POST' },
  ),
  post('base.base/deleteColumn', column),
  post('base.base/getModelList'),
  ...['Ad', 'AdGroup'].flatMap((name) => [
    ...['add', 'edit'].map((verb) => post(`base.base/${verb}${name}`, {}, fields)),
    post(`base.base/delete${name}`, {}, assumedId),
  ]),
  ...['Nav', 'NavGroup'].flatMap((name) => [
    ...['add', 'edit'].map((verb) => post(`base.base/${verb}${name}`, {}, fields)),
    get(`base.base/delete${name}`, {}, assumedId),
  ]),
  ...['getOperateLog', 'getSystemLog', 'getVisitorLog'].map((name) => get(`base.base/${name}`, {}, assumedPage)),

  post('base.content/setIndex', { cid: 'id' }),
  ...['Article', 'Product', 'Atlas', 'Video', 'Down'].flatMap((name) => [
    post(`base.content/add${name}`, column, fields),
    post(`base.content/edit${name}`, {}, fields),
  ]),
  get('base.content/addRecruitment', column, fields),
  ...['Recruitment', 'Single'].map((name) => post(`base.content/edit${name}`, {}, fields)),
  post('base.content/deleteRecruitment', id),
  get('base.content/deleteArticle', { aid: 'id' }),
  get('base.content/deleteProduct', { pid: 'id' }),
  ...['Atlas', 'Video', 'Down', 'Form', 'ContentParams'].map((name) => get(`base.content/delete${name}`, id)),
  post('base.content/getContentParams', { col_id: 'idOrNone', sid: 'idOrNone' }),
  post('base.content/addContentParams', { cid: 'id', sid: 'idOrNone' }, fields),
  post('base.content/getContentList', { id: 'idOrNone', model: 'model', page: 'page', searchKey: 'text' }),
  get('base.content/getContentTopMenu', { model: 'model' }),

  get('base.Category/getCategoryList', { id: 'idOrNone', page: 'page' }),
  get('base.Category/getAllCategoryList', { id: 'idOrNone', type: 'modelOrNone' }),
  get('base.Category/getParentCategory'),
  get('base.Category/getAllCaseList'),
  post('base.Category/addEditCategory', {
    id: 'idOrNone',
    org_img: 'text',
    cid: 'id',
    title: 'text',
    pid: 'idOrNone',
    sid: 'idOrNone',
    sort: 'number',
    type: 'model',
  }),
  post('base.Category/deleteCategory', {}, assumedId),

  get('base.Size/getAll', { id: 'idOrNone' }),
  get('base.Size/getSizeList', page),
  post('base.Size/addEditSize', { id: 'idOrNone', title: 'text', sort: 'number' }),
  post('base.Size/deleteSize', {}, assumedId),

  ...['list', 'historyList', 'collectList', 'downList'].map((name) => get(`base.User/${name}`, {}, assumedPage)),
  get('base.User/UserDelete', {}, assumedId),
  post('base.User/userAddEdit', {}, fields),

  ...['fileUpload', 'videoUpload', 'documentUpload'].map((name) =>
    post(`base.upload/${name}`, {}, { assumed: { file: 'file' }, isVerbAssumed: true }),
  ),
];

/** A request as a back end received it: `GET base.Menu`, and its parameters. A file is recorded as `[file]`. */
export interface Recorded {
  call: string;
  sent: Record<string, string>;
}

/** Lists how the requests of a console differ from the specification, a sentence each. */
export function differences(recorded: readonly Recorded[]): string[] {
  const known = new Map(calls.map((each) => [`${each.verb} ${each.path}`, each]));
  const requests = Map.groupBy(recorded, ({ call }) => call);
  const missing = [...known].filter(([name, { unused }]) => !requests.has(name) && !unused);
  const found = [...requests].flatMap(([name, made]) => {
    const specified = known.get(name);
    return specified ? differencesOf(name, specified, made) : [`${name} is no call of the specification`];
  });
  return [...missing.map(([name]) => `${name} was not sent`), ...new Set(found)];
}

function differencesOf(name: string, { params, assumed, isOpen }: SpecifiedCall, made: Recorded[]): string[] {
  return made.flatMap(({ sent }) => [
    ...Object.keys({ ...params, ...assumed }).flatMap((param) =>
      !(param in sent) ? [`${name} was sent without ${param}`] : [],
    ),
    ...Object.entries(sent).flatMap(([param, value]) => {
      const form = params[param] ?? assumed[param];
      if (!form) return isOpen ? [] : [`${name} was sent with ${param}, which the specification does not name`];
      return forms[form].test(value) ? [] : [`${name}: ${param} "${value}" is no ${form}`];
    }),
  ]);
}
