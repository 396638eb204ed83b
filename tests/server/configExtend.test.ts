import { expect, onTestFinished, test } from 'vitest';
import { describeTestedDatabases, type Refused } from '../support/server.ts';
import { allText } from '../support/tables.ts';

interface Item {
  id: number;
  en_name: string;
  value: string;
  is_set: number;
  sort: number;
  type: string;
}
interface Group {
  id: number;
  ident: string;
  items: Item[];
}

let made = 0;

describeTestedDatabases('The operator’s own configuration', (server) => {
  const newGroup = async () => {
    const ident = `group-${++made}`;
    const { id } = await server.data('base.Config/addExtendGroup', { title: `分组 ${made}`, ident });
    return { id, ident };
  };
  const newItem = (groupId: number, given: Record<string, unknown> = {}) => ({
    groupId,
    zh_name: '热线',
    en_name: `hotline_${++made}`,
    ...given,
  });
  const add = (item: Record<string, unknown>) =>
    server.call<Refused & { id: number }>('base.Config/addExpendConfig', item);
  const itemsOf = (gid: number) => server.data<Item[]>('base.Config/autoGroupConfig', { gid });

  test('has groups and items that are added, and read by group and all at once', async () => {
    const { id, ident } = await newGroup();
    const item = newItem(id);
    const { body } = await add(item);
    expect(body).toMatchObject({ code: 1, msg: '保存成功' });
    const told = { id: body.data.id, en_name: item.en_name, sort: 0, type: 'text', is_set: 0 };
    expect(await itemsOf(id)).toMatchObject([told]);
    const groups = await server.data<Group[]>('base.Config/expendConfig');
    expect(groups.find((group) => group.id === id)).toMatchObject({ ident, items: [told] });
    expect(await server.data<Group[]>('base.Config/autoGroup')).toContainEqual(expect.objectContaining({ id, ident }));
  });

  test('is saved with the rest of the configuration, and read by the public site but for its secrets', async () => {
    const { id, ident } = await newGroup();
    const [line, secret] = [newItem(id), newItem(id, { type: 'secret', value: 'not-for-visitors' })];
    await add(line);
    await add(secret);
    await server.data('base.Config/saveConfig', { [line.en_name]: '400 800' });
    const { extend } = await server.data<{ extend: Record<string, unknown> }>('site.info/read', {}, { token: '' });
    expect(extend[ident]).toEqual({ [line.en_name]: '400 800' });
    expect((await allText(server.database)).includes('not-for-visitors')).toBe(false);
  });

  test('raises the version of the configuration with each item that is added, changed or deleted', async () => {
    const { id } = await newGroup();
    const version = async () => (await server.data<{ version: number }[]>('base.Config/sysConfig'))[0]?.version ?? 0;
    const before = await version();
    const { body } = await add(newItem(id));
    await server.data('base.Config/editExpendConfig', { id: body.data.id, tip: '工作时间' });
    await server.data('base.Config/deleteExpendConfig', { id: body.data.id });
    expect(await version()).toBe(before + 3);
  });

  test('refuses a name that an item has or that the call needs itself, and a group that the system brings', async () => {
    const { id } = await newGroup();
    const errorsOf = async (given: Record<string, unknown>) => (await add(newItem(id, given))).body.data.errors;
    expect(await errorsOf({ en_name: 'web_title' })).toEqual({ en_name: '已被使用' });
    const inherited = Object.getOwnPropertyNames(Object.prototype);
    for (const en_name of ['config', 'version', 'clear', 'prototype', 'a-b', ...inherited])
      expect(Object.keys(await errorsOf({ en_name }))).toEqual(['en_name']);
    const [item] = await server.data<{ groupId: number }[]>('base.Config/sysConfig');
    expect(await errorsOf({ groupId: item?.groupId })).toEqual({ groupId: '所选记录不存在' });
  });

  test('an item that has such a name already keeps nobody from saving the others', async () => {
    const { id } = await newGroup();
    const item = newItem(id, { value: 'words' });
    const { body } = await add(item);
    onTestFinished(() => server.data('base.Config/deleteExpendConfig', { id: body.data.id }));
    const row = server.database.db.updateTable('config_item').set({ en_name: 'isPrototypeOf' });
    await row.where('id', '=', Number(body.data.id)).execute();
    expect((await server.call('base.Config/saveConfig', { web_title: 'Saved' })).body.code).toBe(1);
  });

  test('checks a value by the type of its item, also where the type changes', async () => {
    const { id } = await newGroup();
    const errors = (await add(newItem(id, { type: 'number', value: 'many' }))).body.data.errors;
    expect(errors).toEqual({ value: '请填写数字，例如 12.5' });
    const { body } = await add(newItem(id, { value: 'words' }));
    const change = (changes: Record<string, unknown>) =>
      server.call<Refused>('base.Config/editExpendConfig', { id: body.data.id, ...changes });
    expect((await change({ type: 'number' })).body.data.errors).toEqual({ value: '请填写数字，例如 12.5' });
    expect((await change({ type: 'number', value: '7' })).body.code).toBe(1);
    expect((await itemsOf(id))[0]).toMatchObject({ type: 'number', value: '7' });
  });

  test('never shows what was a secret, whatever the item becomes', async () => {
    const { id } = await newGroup();
    const item = newItem(id, { type: 'secret', value: 'sealed-and-silent' });
    const { body } = await add(item);
    expect((await itemsOf(id))[0]).toMatchObject({ value: '', is_set: 1 });
    await server.data('base.Config/editExpendConfig', { id: body.data.id, tip: '说明' });
    expect((await itemsOf(id))[0]).toMatchObject({ value: '', is_set: 1 });
    await server.data('base.Config/editExpendConfig', { id: body.data.id, type: 'text' });
    expect((await itemsOf(id))[0]).toMatchObject({ value: '', is_set: 0 });
    expect((await allText(server.database)).includes('sealed-and-silent')).toBe(false);
  });

  test('A9: takes a mask that is sent back for no secret, by every call that writes one', async () => {
    const { id: groupId } = await newGroup();
    const item = newItem(groupId, { type: 'secret', value: '******' });
    const { id } = (await add(item)).body.data;
    expect((await itemsOf(groupId))[0]).toMatchObject({ value: '', is_set: 0 });
    const edit = (changes: Record<string, unknown>) => server.data('base.Config/editExpendConfig', { id, ...changes });
    const stored = () =>
      server.database.db.selectFrom('config_item').select('value').where('id', '=', id).executeTakeFirst();
    await edit({ value: 'sealed-and-kept' });
    const before = await stored();
    for (const value of ['******', '••••', ' ']) {
      await edit({ value });
      await server.data('base.Config/saveConfig', { [item.en_name]: value });
      expect(await stored()).toEqual(before);
    }
    await edit({ type: 'text', value: '******' });
    expect((await itemsOf(groupId))[0]).toMatchObject({ value: '', is_set: 0 });
    await edit({ value: '***' });
    expect((await itemsOf(groupId))[0]).toMatchObject({ value: '***' });
  });

  test('loses the items of a group with the group', async () => {
    const { id } = await newGroup();
    const item = newItem(id);
    await add(item);
    await server.data('base.Config/deleteExtendGroup', { gid: id });
    expect((await server.call('base.Config/autoGroupConfig', { gid: id })).body.code).toBe(404);
    expect((await server.call<Refused>('base.Config/saveConfig', { [item.en_name]: '1' })).body.data.errors).toEqual({
      [item.en_name]: '没有这个参数',
    });
  });

  test('secure A1: stays with its group unless whoever deletes the group may delete items', async () => {
    const { id } = await newGroup();
    await add(newItem(id));
    const keeper = await server.makeAdmin(await server.makeRole(['/expandConfig', 'base.Config/deleteExtendGroup']));
    expect((await server.call('base.Config/deleteExtendGroup', { gid: id }, keeper)).status).toBe(403);
    expect(await itemsOf(id)).toHaveLength(1);
  });

  test('keeps what the system brings from being deleted or changed as an item', async () => {
    const items = await server.data<(Item & { groupId: number })[]>('base.Config/sysConfig');
    const { id = 0, groupId = 0 } = items.find(({ en_name }) => en_name === 'web_title') ?? {};
    const attempts = [
      server.call('base.Config/deleteExpendConfig', { id }),
      server.call('base.Config/editExpendConfig', { id, en_name: 'mine' }),
      server.call('base.Config/deleteExtendGroup', { gid: groupId }),
      server.call('base.Config/editExtendGroup', { id: groupId, title: 'mine' }),
    ];
    for (const { body } of await Promise.all(attempts)) expect(body.code).toBe(404);
  });
});
