import { describe, expect, test } from 'vitest';
import { type Call, get } from '../../contract/call.ts';
import { expendConfig } from '../../contract/calls/config.ts';
import { publish } from '../../contract/calls/publishing.ts';
import { contentList } from '../../contract/entities/content.ts';
import { type Entity, entity, listParams, writableFields } from '../../contract/entity.ts';
import { type Field, type Fields, text } from '../../contract/fields.ts';
import { calls, entities, entityList, getContentList, ruleOf, rulesOf } from '../../contract/index.ts';
import { modelNames } from '../../contract/models.ts';

const all: Call[] = [...calls.values()].map(({ call }) => call);
const named = all.map((call) => [call.path, call] as const);
const callsOf = ({ calls: own }: Entity): Call[] => Object.values(own).filter((call) => call !== undefined);

/** The fields of what a call answers, whether one object, a list or a page. */
function returnedNames({ returns }: Call): string[] {
  const fields = Array.isArray(returns) ? returns[0] : ((returns as { page?: Fields })?.page ?? returns);
  return Object.keys(fields ?? {});
}

describe.each(named)('%s', (path, call) => {
  test('has a title, a known access and a path of the known shape', () => {
    expect(call.title).not.toBe('');
    expect(['public', 'signed-in', 'rule']).toContain(call.access);
    expect(path).toMatch(/^(auth\.auth|base\.[A-Za-z]+|site\.[a-z]+)(\/[A-Za-z_]+)?$/);
    expect(call.path).toBe(path);
  });

  test('is granted by a rule exactly where its access says so', () => {
    const rule = call.rule ?? path;
    const { param, titles } = call.ruleByParam ?? {};
    const rules = titles ? Object.keys(titles).map((value) => `${rule}?${param}=${value}`) : [rule];
    expect(rulesOf(call)).toEqual(call.access === 'rule' ? rules : []);
  });
});

test('a call with a rule for each model needs that of its parameters, or of those that an entity always sends', () => {
  expect(ruleOf(publish, { entity: 'article', id: 1 })).toBe('base.content/publish?entity=article');
  expect(ruleOf(entities.product.calls.list)).toBe('base.content/getContentList?model=product');
});

test('a call that says nothing of its access needs the rule of its own path', () => {
  expect(ruleOf(entities.column.calls.create)).toBe('base.base/addColumn');
});

test('a path stands for one call, whichever entity names it', () => {
  const paths = entityList.flatMap((each) => [...new Set(callsOf(each).map(({ path }) => path))].map((path) => [path]));
  const shared = paths.filter(([path]) => paths.filter(([other]) => other === path).length > 1);
  expect(new Set(shared.map(([path]) => path))).toEqual(new Set([getContentList.path, expendConfig.path]));
  for (const [path = ''] of shared) expect(calls.get(path)?.entity).toBeUndefined();
});

test('one call that adds and edits requires what a new record needs only where no id is sent', () => {
  const { call, callName } = calls.get('base.Size/addEditSize') ?? {};
  expect(callName).toBe('save');
  expect(call?.draft).toEqual(['title']);
  expect(call?.params.title).not.toHaveProperty('required');
});

test('a call that entities share belongs to none of them', () => {
  expect(calls.get('base.content/getContentList')?.entity).toBeUndefined();
  expect(calls.get('base.base/addColumn')?.entity?.name).toBe('column');
});

test('each model lists its content by the shared call, with its own model', () => {
  for (const model of modelNames)
    expect(contentList(model)).toMatchObject({ path: 'base.content/getContentList', with: { model } });
});

describe.each(entityList.map((each) => [each.name, each] as const))('%s', (_name, each) => {
  test('is labelled by a field that it has', () => {
    expect(each.fields).toHaveProperty(each.label);
  });

  test('marks create, update and delete as writes, and nothing else', () => {
    const writing = Object.entries(each.calls).filter(([, call]) => call?.writes);
    expect(writing.map(([role]) => role).filter((role) => ['list', 'all'].includes(role))).toEqual([]);
    expect(Object.keys(each.calls).filter((role) => !['list', 'all'].includes(role))).toHaveLength(writing.length);
  });

  test('takes no computed field from a client', () => {
    const written = [each.calls.create, each.calls.update].flatMap((call) => Object.keys(call?.params ?? {}));
    const computed = Object.keys(each.fields).filter((field) => each.fields[field]?.computed && field !== 'version');
    expect(written.filter((field) => computed.includes(field))).toEqual([]);
  });

  test('answers no field that is only ever written', () => {
    const secret = Object.keys(each.fields).filter((field) => each.fields[field]?.writeOnly);
    const answered = callsOf(each).flatMap(returnedNames);
    expect(answered).toContain('id');
    expect(secret.filter((field) => answered.includes(field))).toEqual([]);
  });

  test('refers to entities that there are', () => {
    const referred = Object.values(each.fields).flatMap((field) => (field.entity ? [field.entity] : []));
    expect(referred.filter((name) => !(name in entities))).toEqual([]);
  });
});

test('an edit may leave out what a new record needs, but not clear it', () => {
  const { create, update } = entities.column.calls;
  expect(create.params).toMatchObject({ title: { required: true } });
  expect(update.params).toMatchObject({ id: { required: true }, title: { filled: true } });
  expect(update.params).not.toHaveProperty('title.required');
});

test('a list takes the declared filters and sorts by the declared fields alone', () => {
  const fields = {
    title: text(9, { sortable: true, required: true }),
    hue: text(9, { filter: true }),
    secret: text(9),
  };
  const params = listParams(fields);
  expect(Object.keys(params)).toEqual(['hue', 'page', 'limit', 'sort', 'order', 'ids']);
  expect(params.sort?.values).toEqual(['id', 'title']);
});

test('a list has a search key where a field is searched', () => {
  expect(listParams({ title: text(9, { search: true }) })).toHaveProperty('searchKey');
});

test('an entity has order, version and times beside its own fields', () => {
  const made = entity('hue', {
    title: '颜色',
    screen: '/hue',
    label: 'name',
    fields: { name: text(9) },
    calls: { list: get('base.Hue/list') },
  });
  expect(Object.keys(made.fields)).toEqual(['name', 'sort', 'version', 'create_time', 'update_time']);
  expect(Object.keys(writableFields(made.fields))).toEqual(['name', 'sort']);
});

test('lists of references are of entities without a recycle bin: deleting for good lets only single references go', () => {
  const referred = entityList.flatMap(({ fields }) =>
    Object.values<Field>(fields).filter(({ kind }) => kind === 'refs'),
  );
  expect(referred.length).toBeGreaterThan(0);
  expect(referred.filter(({ entity }) => entityList.find(({ name }) => name === entity)?.recycle)).toEqual([]);
});
