import { type Asked, type Handler, needed, Refusal } from './answer.ts';
import type { Form, Store } from './store.ts';

const itemOf = (store: Store, name: string) => store.all('config_item', { where: { en_name: name } })[0];
/** The value of a configuration item; empty if there is no such item. */
export const settingOf = (store: Store, name: string) => itemOf(store, name)?.value ?? '';

/** Saves items that are given by their names, or as a list in `config`. */
function saveConfig({ store, form }: Asked): void {
  const { config, ...named } = form;
  const listed = config ? (JSON.parse(config) as Form[]).map(({ en_name, value }) => [en_name, value]) : [];
  for (const [name = '', value = ''] of [...listed, ...Object.entries(named)]) {
    const item = itemOf(store, name);
    if (item) store.edit('config_item', String(item.id), { value });
  }
}

const groupsWith: Handler = ({ store }) =>
  store.all('config_group').map((group) => ({
    ...group,
    items: store.all('config_item', { where: { groupId: String(group.id) } }),
  }));

function deleteGroup({ store, form }: Asked): void {
  const id = needed(form, 'gid');
  for (const item of store.all('config_item', { where: { groupId: id } })) store.remove('config_item', String(item.id));
  if (!store.remove('config_group', id)) throw new Refusal('分组不存在');
}

/** Returns the credentials alone; the bucket and the region are configuration items. */
function getCos({ store }: Asked): unknown {
  const [SecretId, SecretKey] = [settingOf(store, 'cos_secret_id'), settingOf(store, 'cos_secret_key')];
  if (!SecretId) throw new Refusal('未配置云存储');
  return { SecretId, SecretKey };
}

export const config: Record<string, Handler> = {
  'GET base.Config/sysConfig': ({ store }) => store.all('config_item'),
  'POST base.Config/saveConfig': saveConfig,
  'GET base.Config/getCos': getCos,
  'GET base.Config/autoGroup': ({ store }) => store.all('config_group').map(({ id, title }) => ({ id, title })),
  'GET base.Config/autoGroupConfig': ({ store, form }) =>
    store.all('config_item', { where: { groupId: needed(form, 'gid') } }),
  'GET base.Config/tempList': ({ store }) => store.all('template'),
  'POST base.Config/addExtendGroup': ({ store, form }) => ({
    id: store.add('config_group', { ...form, title: needed(form, 'title') }),
  }),
  'POST base.Config/deleteExtendGroup': deleteGroup,
  'GET base.Config/expendConfig': groupsWith,
  'POST base.Config/addExpendConfig': ({ store, form }) => ({
    id: store.add('config_item', { ...form, en_name: needed(form, 'en_name') }),
  }),
  'POST base.Config/deleteExpendConfig': ({ store, form }) => {
    if (!store.remove('config_item', needed(form, 'id'))) throw new Refusal('配置不存在');
  },
};
