import { beforeAll, describe, expect, test } from 'vitest';
import { type Entity, writableFields } from '../contract/entity.ts';
import { type Field, referencesOf } from '../contract/fields.ts';
import { type EntityName, entities, entityList, ruleOf } from '../contract/index.ts';
import { bumpVersion } from '../server/database/dataVersion.ts';
import { generic } from '../server/database/tables.ts';
import { entities as specified } from './proof/specification.ts';
import { testedDatabases } from './support/databases.ts';
import { draftOf, make } from './support/drafts.ts';
import { consoleAt } from './support/provider.ts';
import { describeEachDatabase } from './support/server.ts';

type Console = ReturnType<typeof consoleAt>;
type Reference = ReturnType<typeof referencesOf>[number];

/** The entities to test, joined by commas (`npm run test:changed`); all of them if it is not set. */
const named = process.env.TEST_ENTITIES?.split(',');
const tested = entityList.filter(({ name }) => !named || named.includes(name));

/** Tests what every entity must do by its declaration, from the data provider through HTTP to SQL and back. */
describeEachDatabase('each entity, through the provider', (server, kind) => {
  /** Whether tests that do not depend on SQL or types run here: on PostgreSQL only with `TEST_DATABASES=both`. */
  const runsHere = testedDatabases.includes(kind);
  let as: Console;
  /** An administrator who may open one screen and holds no rule of any call. */
  let adminWithoutCallRules: Console;
  beforeAll(async () => {
    as = consoleAt(server.url, server.token);
    const { token } = await server.makeAdmin(await server.makeRole(['/columnList']));
    adminWithoutCallRules = consoleAt(server.url, token);
  });

  /** Creates another record and makes this one refer to it. @returns its id */
  async function refer({ provider }: Console, { name, fields }: Entity, id: number, reference: Reference) {
    const other = (await make(provider, reference.entity, {}, server.database)).id as number;
    const data = reference.of
      ? { [reference.of]: [{ [reference.name]: other }] }
      : fields[reference.name]?.kind === 'refs' && { [reference.name]: [other] };
    if (data) {
      const { data: previousData } = await provider.getOne(name, { id });
      await provider.update(name, { id, data, previousData });
    }
    // Writes the reference directly, bypassing the checks of what it may refer to; its title must be told all the same.
    else
      await server.database.transaction(async (db) => {
        await bumpVersion(db, name);
        const changed = generic(db)
          .updateTable(name)
          .set({ [reference.name]: other });
        await changed.where('id', '=', id).execute();
      });
    return other;
  }

  describe.each(tested.map((entity) => [entity.name, entity] as const))('%s', (name, entity) => {
    const { create, update, delete: remove, list } = entity.calls;

    when(create)('keeps every field that was written', async () => {
      const draft = await draftOf(as.provider, entity);
      const { data } = await as.provider.create(name, { data: draft });
      const record = await as.provider.getOne(name, { id: data.id });
      const readable = Object.keys(writableFields(entity.fields)).filter((field) => !entity.fields[field]?.writeOnly);
      expect(pick(record.data, readable)).toEqual(pick(draft, readable));
      expect(record.data.version).toBe(1);
    });

    when(runsHere && create)('is refused at each required field, all of them at once', async () => {
      const required = Object.keys(entity.fields).filter((field) => {
        const { required, computed } = entity.fields[field] as Field;
        return required && !computed && !create?.madeUp?.includes(field);
      });
      const failure = await as.provider.create(name, { data: {} }).catch((error) => error);
      expect(failure.kind).toBe('invalid');
      expect(Object.keys(failure.data.errors).sort()).toEqual(required.sort());
    });

    test('is listed with the fields that console.md names, without heavy and write-only ones', async () => {
      const record = await make(as.provider, name, {}, server.database);
      const all = await as.provider.getList(name, {
        pagination: { page: 1, perPage: 100 },
        filter: filterFor(entity, record),
      });
      const row = flat(all.data, list.children).find((each) => each.id === record.id);
      expect(row).toBeDefined();
      const hidden = Object.keys(entity.fields).filter(
        (field) => entity.fields[field]?.writeOnly || (entity.fields[field]?.heavy && entity.model !== 'single'),
      );
      expect(Object.keys(row ?? {}).filter((field) => hidden.includes(field))).toEqual([]);
      const named = specified.find((each) => each.name === name)?.fields?.split(' ') ?? [];
      expect(Object.keys(row ?? {})).toEqual(
        expect.arrayContaining(named.filter((field) => !entity.fields[field]?.writeOnly)),
      );
    });

    when(runsHere && referencesOf(entity.fields).length > 0)(
      'B5: tells what the records are called that it refers to',
      async () => {
        const record = await make(as.provider, name, {}, server.database);
        const titles: Record<string, Record<number, string>> = {};
        for (const reference of referencesOf(entity.fields)) {
          const { entity: other } = reference;
          // The server sets who created a record, and leaves it empty for records that it created itself.
          if (entity.fields[reference.name]?.kind === 'int' && record[reference.name] === null) continue;
          const id = idIn(record, reference) ?? (await refer(as, entity, Number(record.id), reference));
          const { data } = await as.provider.getOne(other, { id });
          titles[other] = { ...titles[other], [id]: data[entities[other as EntityName].label] };
        }
        const { data } = await as.provider.getOne(name, { id: record.id });
        expect(data.ref_titles).toEqual(titles);
      },
    );

    when(!list.whole)('is found by each of its filters, and by nothing undeclared', async () => {
      const record = await make(as.provider, name, {}, server.database);
      for (const field of Object.keys(entity.fields).filter(
        (each) => entity.fields[each]?.filter && record[each] !== null,
      )) {
        const found = await as.provider.getList(name, {
          pagination: { page: 1, perPage: 100 },
          sort: newest,
          filter: { [field]: record[field] },
        });
        expect(found.data.map((row) => row.id)).toContain(record.id);
        expect(found.data.every((row) => row[field] === record[field])).toBe(true);
      }
      const undeclared = as.provider.getList(name, { filter: { version: 1 } });
      await expect(undeclared).rejects.toMatchObject({
        kind: 'invalid',
        data: { errors: { version: expect.any(String) } },
      });
    });

    when(!list.whole && create)('is found by its search key', async () => {
      const record = await make(as.provider, name, {}, server.database);
      const searched = Object.keys(entity.fields).find((field) => entity.fields[field]?.search) ?? '';
      const { data, total } = await as.provider.getList(name, { filter: { searchKey: record[searched] } });
      expect(data.map((row) => row.id)).toContain(record.id);
      expect(total).toBe(data.length);
    });

    when(update)('changes the fields that are sent and keeps the others', async () => {
      const record = await make(as.provider, name, {}, server.database);
      const text = textOf(entity);
      const data = { [text]: `${record[text]}x`.slice(-30) };
      await as.provider.update(name, { id: record.id, data, previousData: record });
      const { data: after } = await as.provider.getOne(name, { id: record.id });
      const made = { update_time: after.update_time, ...(text === 'reply' && replied(after)) };
      expect(after).toEqual({ ...record, ...data, version: record.version + 1, ...made });
    });

    when(update)('refuses an edit of a version that is no longer there, and answers the current record', async () => {
      const record = await make(as.provider, name, {}, server.database);
      const text = textOf(entity);
      const change = (value: string) =>
        as.provider.update(name, { id: record.id, data: { [text]: value }, previousData: record });
      await change('first9');
      const failure = await change('second9').catch((error) => error);
      expect(failure).toMatchObject({
        kind: 'stale',
        data: { current: { id: record.id, [text]: 'first9' } },
      });
    });

    when(runsHere && remove)('is gone after it was deleted', async () => {
      const record = await make(as.provider, name, {}, server.database);
      await as.provider.delete(name, { id: record.id, previousData: record });
      await expect(as.provider.getOne(name, { id: record.id })).rejects.toMatchObject({ kind: 'missing' });
      await expect(as.provider.delete(name, { id: record.id })).rejects.toMatchObject({ kind: 'missing' });
    });

    when(runsHere)('answers nobody without a token', async () => {
      const out = consoleAt(server.url, 'A'.repeat(43));
      await expect(out.provider.getList(name, {})).rejects.toMatchObject({ kind: 'unauthorized', status: 401 });
    });

    when(runsHere)('answers no role that lacks the rule of the call', async () => {
      const record = await make(as.provider, name, {}, server.database);
      const attempts = [
        list && (() => adminWithoutCallRules.provider.getList(name, {})),
        create && (() => adminWithoutCallRules.provider.create(name, { data: { title: 'x' } })),
        update &&
          (() =>
            adminWithoutCallRules.provider.update(name, { id: record.id, data: { sort: 3 }, previousData: record })),
        remove && (() => adminWithoutCallRules.provider.delete(name, { id: record.id })),
      ].filter((attempt) => attempt !== undefined);
      for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ kind: 'forbidden' });
      await expect(as.provider.getOne(name, { id: record.id })).resolves.toMatchObject({
        data: { id: record.id, create_time: record.create_time },
      });
    });

    when(runsHere)('is open to a role that holds the rules of its calls', async () => {
      const { token } = await server.makeAdmin(await server.makeRole(rulesOf(entity)));
      const other = consoleAt(server.url, token);
      await expect(other.provider.getList(name, {})).resolves.toBeDefined();
    });
  });
});

/** `test` if the entity has the call, else a function that registers nothing. */
const when = (has: unknown) => (has ? test : () => {});
/** The id that a reference of a record holds, the first if there are several; undefined if it is empty. */
const idIn = (record: Record<string, unknown>, { name, of }: Reference) =>
  [of ? (record[of] as Record<string, unknown>[]).map((item) => item[name]) : record[name]]
    .flat()
    .find((id) => typeof id === 'number');
const newest = { field: 'id', order: 'DESC' as const };
const rulesOf = (entity: Entity) => Object.values(entity.calls).flatMap((call) => (call && ruleOf(call)) ?? []);
const pick = (record: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]]));

/** The fields that the server sets when a message is replied to. */
const replied = ({ reply_admin_id, reply_time, ref_titles }: Record<string, unknown>) => ({
  reply_admin_id,
  reply_time,
  ref_titles,
});

/** The name of a writable text field, preferably the record's label. */
const textOf = (entity: Entity) =>
  Object.keys(writableFields({ [entity.label]: entity.fields[entity.label] as Field, ...entity.fields })).find((name) =>
    ['text', 'longtext'].includes(entity.fields[name]?.kind ?? ''),
  ) ?? '';

/** A single page is only listed for its own column. */
const filterFor = (entity: Entity, record: Record<string, unknown>) =>
  entity.model === 'single' ? { col_id: record.col_id } : {};

function flat(rows: Record<string, unknown>[], children: string | undefined): Record<string, unknown>[] {
  return children ? rows.flatMap((row) => [row, ...flat((row[children] ?? []) as typeof rows, children)]) : rows;
}
