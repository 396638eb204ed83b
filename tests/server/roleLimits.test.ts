import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import {
  type Column,
  type Content,
  columnsOf,
  isHidden,
  isTheirs,
  type Model,
  mayAdd,
  mayWrite,
  type Role,
  recycledContents,
  visibleContents,
  type World,
} from '../support/limitsOracle.ts';
import { seeds } from '../support/seeds.ts';
import { describeTestedDatabases, type TestAdmin, type TestServer } from '../support/server.ts';

const models: Model[] = ['article', 'product'];
const names = { article: 'Article', product: 'Product' } as const;
const deleteId = { article: 'aid', product: 'pid' } as const;
const fields = { article: ['subtitle', 'source', 'tags'], product: ['subtitle', 'unit', 'price'] } as const;
/** For 20,000 cases: `TEST_SEEDS=200 npx vitest run --project node tests/server/roleLimits.test.ts` */
const cases = seeds(100);

interface Case {
  way: keyof typeof ways;
  entity: Model;
  columns: number[];
  ownOnly: boolean;
  limits: ('hidden' | 'read' | undefined)[];
  at: number;
  field: number;
  column: number;
  /** The calls are made with a token for programs. */
  isProgram: boolean;
}

interface Run extends Case {
  server: TestServer;
  world: World;
  role: Role;
  token: string;
  target: Content;
  text: string;
}

type Rows = { id: number; title: string }[];
const sorted = (ids: readonly number[]) => [...ids].sort((one, other) => one - other);
const idsOf = (rows: readonly { id: number }[]) => sorted(rows.map(({ id }) => Number(id)));

const ask = <T>({ server, token }: Run, path: string, params: object) => server.data<T>(path, { ...params }, { token });
/** Makes a call that may be refused. Refusals have several codes, so `isDone` says whether it succeeded. */
const answer = async ({ server, token }: Run, path: string, params: object) => {
  const { body } = await server.call<unknown>(path, { ...params }, { token });
  return { ...body, isDone: body.code === 1 };
};
const listed = (run: Run, params: object) =>
  ask<{ data: Rows; total: number }>(run, 'base.content/getContentList', { model: run.entity, limit: 100, ...params });
const isShown = (run: Run) => !run.target.isDeleted && isTheirs(run.world, run.role, run.target);
const field = (run: Run) => fields[run.entity][run.field % 3] as string;
const edit = (run: Run) => `base.content/edit${names[run.entity]}`;

/** Reads the record as the super administrator sees it. */
async function stored({ server, target, entity }: Run): Promise<Record<string, unknown> | undefined> {
  const params = { model: entity, ids: [target.id] };
  const { data } = await server.data<{ data: Record<string, unknown>[] }>('base.content/getContentList', params);
  return data[0];
}

/** Every way to a record. Each compares what it shows, or what became of a write, with the oracle. */
const ways = {
  list: async (run: Run) => {
    const { data, total } = await listed(run, {});
    const wanted = visibleContents(run.world, run.role, run.entity);
    expect([idsOf(data), total]).toEqual([idsOf(wanted), wanted.length]);
    for (const name of fields[run.entity])
      if (isHidden(run.role, run.entity, name)) expect(data.filter((row) => name in row)).toEqual([]);
  },
  column: async (run: Run) => {
    const { data, total } = await listed(run, { id: run.column });
    const wanted = visibleContents(run.world, run.role, run.entity, run.column);
    expect([idsOf(data), total]).toEqual([idsOf(wanted), wanted.length]);
  },
  page: async (run: Run) => {
    const { data, total } = await listed(run, { page: 2, limit: 3, sort: 'id' });
    const wanted = visibleContents(run.world, run.role, run.entity);
    expect([data.map(({ id }) => id), total]).toEqual([idsOf(wanted).slice(3, 6), wanted.length]);
  },
  filter: async (run: Run) => {
    const { data, total } = await listed(run, { state: 'draft' });
    const wanted = visibleContents(run.world, run.role, run.entity).filter(({ isDraft }) => isDraft);
    expect([idsOf(data), total]).toEqual([idsOf(wanted), wanted.length]);
  },
  record: async (run: Run) => {
    const { data } = await listed(run, { ids: [run.target.id] });
    expect(data.length).toBe(isShown(run) ? 1 : 0);
    if (data[0]) expect(field(run) in data[0]).toBe(!isHidden(run.role, run.entity, field(run)));
  },
  ids: async (run: Run) => {
    const asked = run.world.contents.filter(({ entity }) => entity === run.entity).map(({ id }) => id);
    const { data } = await listed(run, { ids: asked });
    expect(idsOf(data)).toEqual(idsOf(visibleContents(run.world, run.role, run.entity)));
  },
  search: async (run: Run) => {
    const { data, total } = await listed(run, { searchKey: run.target.title });
    expect([idsOf(data), total]).toEqual(isShown(run) ? [[run.target.id], 1] : [[], 0]);
  },
  searchHidden: async (run: Run) => {
    if (run.entity !== 'article') return;
    const word = run.target.values.tags ?? 'none';
    const { data } = await listed(run, { searchKey: word });
    const wanted = visibleContents(run.world, run.role, 'article').filter(({ values }) => values.tags?.includes(word));
    expect(idsOf(data)).toEqual(isHidden(run.role, 'article', 'tags') ? [] : idsOf(wanted));
  },
  sortHidden: async (run: Run) => {
    if (run.entity !== 'product') return;
    const reply = await answer(run, 'base.content/getContentList', { model: 'product', sort: 'price' });
    expect(reply.isDone).toBe(!isHidden(run.role, 'product', 'price'));
  },
  palette: async (run: Run) => {
    const found = await ask<{ entity: string; id: number }[]>(run, 'base.Search/records', { q: run.target.title });
    const own = found.filter(({ entity }) => entity === run.entity);
    expect(idsOf(own)).toEqual(isShown(run) ? [run.target.id] : []);
  },
  columns: async (run: Run) => {
    const all = await ask<{ id: number; total: number }[]>(run, 'base.base/getAllColumnList', {});
    const theirs = columnsOf(run.world, run.role);
    expect(idsOf(all)).toEqual(sorted(theirs));
    for (const { id, total } of all) {
      const { model } = run.world.columns.find((each) => each.id === id) as Column;
      expect(total).toBe(visibleContents(run.world, run.role, model).filter(({ column }) => column === id).length);
    }
  },
  topMenu: async (run: Run) => {
    const all = await ask<{ id: number; total: number }[]>(run, 'base.content/getContentTopMenu', {
      model: run.entity,
    });
    for (const { id, total } of all) expect(total).toBe(visibleContents(run.world, run.role, run.entity, id).length);
    const ofModel = run.world.columns.filter(({ model }) => model === run.entity).map(({ id }) => id);
    expect(idsOf(all)).toEqual(sorted(columnsOf(run.world, run.role).filter((id) => ofModel.includes(id))));
  },
  home: async (run: Run) => {
    const { counts } = await ask<{ counts: Record<string, number> }>(run, 'base.Data/welcomeDate', {});
    expect(counts[run.entity]).toBe(visibleContents(run.world, run.role, run.entity).length);
  },
  tags: async (run: Run) => {
    const all = await ask<{ title: string; total: number }[]>(run, 'base.Tag/list', {});
    const articles = isHidden(run.role, 'article', 'tags') ? [] : visibleContents(run.world, run.role, 'article');
    const wanted = Map.groupBy(articles, ({ values }) => values.tags ?? '');
    wanted.delete('');
    expect(Object.fromEntries(all.map(({ title, total }) => [title, total]))).toEqual(
      Object.fromEntries([...wanted].map(([tag, some]) => [tag, some.length])),
    );
  },
  cases: async (run: Run) => {
    const all = await ask<{ model: string; id: number }[]>(run, 'base.Category/getAllCaseList', {});
    expect(idsOf(all.filter(({ model }) => model === 'product'))).toEqual(
      idsOf(visibleContents(run.world, run.role, 'product')),
    );
  },
  bulkSelect: async (run: Run) => {
    const { ids } = await ask<{ ids: number[] }>(run, 'base.Bulk/select', { entity: run.entity, filter: {} });
    expect(sorted(ids)).toEqual(idsOf(visibleContents(run.world, run.role, run.entity)));
  },
  export: async (run: Run) => {
    const query = new URLSearchParams({ entity: run.entity });
    const url = `${run.server.url}/api/base.Transfer/export?${query}`;
    const text = await (await fetch(url, { headers: { authorization: run.token } })).text();
    const [heading = '', ...rows] = text.slice(1).trim().split('\r\n');
    expect(sorted(rows.filter((row) => /^\d+,/.test(row)).map((row) => Number(row.split(',')[0])))).toEqual(
      idsOf(visibleContents(run.world, run.role, run.entity)),
    );
    expect(heading.split(',').includes(field(run))).toBe(!isHidden(run.role, run.entity, field(run)));
  },
  bin: async (run: Run) => {
    const { data, total } = await ask<{ data: Rows; total: number }>(run, 'base.Recycle/list', {
      entity: run.entity,
      limit: 100,
    });
    const wanted = recycledContents(run.world, run.role, run.entity);
    expect([idsOf(data), total]).toEqual([idsOf(wanted), wanted.length]);
  },
  versions: async (run: Run) => {
    const reply = await answer(run, 'base.Version/list', { entity: run.entity, id: run.target.id });
    expect(reply.isDone).toBe(isShown(run));
  },
  comparison: async (run: Run) => {
    const about = { entity: run.entity, id: run.target.id, n: 1 };
    const reply = await answer(run, 'base.Version/read', about);
    expect(reply.isDone).toBe(isShown(run));
    if (reply.isDone) {
      const { values } = reply.data as { values: Record<string, unknown> };
      expect(field(run) in values).toBe(!isHidden(run.role, run.entity, field(run)));
    }
  },
  workingCopy: async (run: Run) => {
    const about = { entity: run.entity, id: run.target.id };
    expect((await answer(run, 'base.content/getWorkingCopy', about)).isDone).toBe(
      isTheirs(run.world, run.role, run.target),
    );
    const values = { [field(run)]: field(run) === 'price' ? '7.00' : run.text };
    const reply = await answer(run, 'base.content/saveWorkingCopy', { ...about, values });
    expect(reply.isDone).toBe(mayWrite(run.world, run.role, run.target, field(run)));
    if (reply.isDone) await ask(run, 'base.content/discardWorkingCopy', about);
  },
  lastEdit: async (run: Run) => {
    const about = { entity: run.entity, id: run.target.id };
    const { username } = await ask<{ username: string }>(run, 'base.Data/lastEdit', about);
    expect(username !== '').toBe(isTheirs(run.world, run.role, run.target));
  },
  preview: async (run: Run) => {
    const about = { entity: run.entity, id: run.target.id };
    expect((await answer(run, 'base.content/previewLink', about)).isDone).toBe(isShown(run));
    expect((await answer(run, 'base.content/revokePreviews', about)).isDone).toBe(
      isTheirs(run.world, run.role, run.target),
    );
  },
  log: async (run: Run) => {
    const { data } = await ask<{ data: { admin_id: number }[] }>(run, 'base.base/getOperateLog', { limit: 100 });
    const isLimited = run.role.columns.length > 0 || run.role.ownOnly || hasFieldLimits(run.role);
    if (isLimited) {
      expect(data.filter(({ admin_id }) => admin_id !== run.role.admin)).toEqual([]);
      const other = await ask<{ total: number }>(run, 'base.base/getOperateLog', { admin_id: 1 });
      expect(other.total).toBe(0);
    } else expect(data.some(({ admin_id }) => admin_id === 1)).toBe(true);
  },
  edit: async (run: Run) => {
    const value = field(run) === 'price' ? '8.00' : run.text;
    const before = await stored(run);
    const reply = await answer(run, edit(run), { id: run.target.id, [field(run)]: value });
    const isTaken = mayWrite(run.world, run.role, run.target, field(run));
    const isSame = before?.[field(run)] === value && run.role.fields[run.entity][field(run)] === 'read' && isShown(run);
    expect([reply.isDone, (await stored(run))?.[field(run)]]).toEqual(
      isTaken ? [true, value] : [isSame, before?.[field(run)]],
    );
    if (isTaken) run.target.values[field(run)] = value;
  },
  bulkEdit: async (run: Run) => {
    const before = await stored(run);
    const value = run.text.slice(0, 6);
    const { done, failed } = await ask<{ done: number; failed: { title: string }[] }>(run, 'base.Bulk/edit', {
      entity: run.entity,
      ids: [run.target.id],
      fields: { author: value },
    });
    if (!isTheirs(run.world, run.role, run.target)) expect(failed).toMatchObject([{ title: '' }]);
    expect([done, (await stored(run))?.author]).toEqual(isShown(run) ? [1, value] : [0, before?.author]);
  },
  bulkByFilter: async (run: Run) => {
    const value = run.text.slice(0, 6);
    const { done } = await ask<{ done: number }>(run, 'base.Bulk/edit', {
      entity: run.entity,
      filter: { searchKey: run.target.title },
      fields: { author: value },
    });
    expect(done).toBe(isShown(run) ? 1 : 0);
  },
  import: async (run: Run) => {
    const before = await stored(run);
    const file = `id,author\n${run.target.id},${run.text.slice(0, 5)}\n`;
    const form = new FormData();
    form.set('entity', run.entity);
    form.set('file', new Blob([file]), 'a.csv');
    const url = `${run.server.url}/api/base.Transfer/import`;
    const reply = await fetch(url, { method: 'POST', headers: { authorization: run.token }, body: form });
    const { data } = (await reply.json()) as { data: { updated: number; errors: unknown[] } };
    expect([data.errors.length, (await stored(run))?.author]).toEqual(
      isShown(run) ? [0, run.text.slice(0, 5)] : [1, before?.author],
    );
  },
  add: async (run: Run) => {
    const { model } = run.world.columns.find(({ id }) => id === run.column) as Column;
    const reply = await answer(run, `base.content/add${names[model]}`, { col_id: run.column, title: run.text });
    expect(reply.isDone).toBe(mayAdd(run.world, run.role, run.column));
    if (reply.isDone)
      run.world.contents.push({
        id: (reply.data as { id: number }).id,
        entity: model,
        column: run.column,
        maker: run.role.admin,
        title: run.text,
        isDeleted: false,
        isDraft: true,
        values: {},
      });
  },
  move: async (run: Run) => {
    const { model } = run.world.columns.find(({ id }) => id === run.column) as Column;
    if (model !== run.entity) return;
    const reply = await answer(run, edit(run), { id: run.target.id, col_id: run.column });
    const isTaken = isShown(run) && (run.target.column === run.column || mayAdd(run.world, run.role, run.column));
    expect(reply.isDone).toBe(isTaken);
    if (isTaken) run.target.column = run.column;
  },
  duplicate: async (run: Run) => {
    const reply = await answer(run, 'base.Bulk/duplicate', { entity: run.entity, ids: [run.target.id] });
    expect(reply.isDone).toBe(isShown(run));
    if (reply.isDone) {
      const [id = 0] = (reply.data as { ids: number[] }).ids;
      await run.server.data(`base.content/delete${names[run.entity]}`, { [deleteId[run.entity]]: id });
      await run.server.data('base.Recycle/purge', { entity: run.entity, ids: [id] });
    }
  },
  bulkDelete: async (run: Run) => {
    const about = { entity: run.entity, ids: [run.target.id] };
    const { done, failed } = await ask<{ done: number; failed: { title: string }[] }>(run, 'base.Bulk/delete', about);
    expect(done).toBe(isShown(run) ? 1 : 0);
    if (!isTheirs(run.world, run.role, run.target)) expect(failed).toMatchObject([{ title: '' }]);
    if (done) run.target.isDeleted = true;
  },
  purge: async (run: Run) => {
    // Only records that are not theirs are purged; their own are needed again.
    if (!run.target.isDeleted || isTheirs(run.world, run.role, run.target)) return;
    const about = { entity: run.entity, ids: [run.target.id] };
    const { done } = await ask<{ done: number }>(run, 'base.Recycle/purge', about);
    expect(done).toBe(0);
  },
  othersCopy: async (run: Run) => {
    const about = { entity: run.entity, id: run.target.id };
    if (run.target.isDeleted) return;
    await run.server.data('base.content/saveWorkingCopy', { ...about, values: { author: 'of the other' } });
    const isMine = isTheirs(run.world, run.role, run.target);
    const discarded = await answer(run, 'base.content/discardWorkingCopy', about);
    // Somebody else's working copy is refused with their name; a record of others is refused as not found.
    expect(JSON.stringify(discarded.data ?? '').includes('admin')).toBe(isMine);
    const taken = await answer(run, 'base.content/takeWorkingCopy', about);
    expect(taken.isDone).toBe(isMine);
    if (isMine) await ask(run, 'base.content/discardWorkingCopy', about);
    else await run.server.data('base.content/discardWorkingCopy', about);
  },
  submit: async (run: Run) => {
    const about = { entity: run.entity, id: run.target.id };
    if (isShown(run)) return;
    for (const path of ['submitForReview', 'withdrawFromReview', 'scheduleWorkingCopy'])
      expect([path, (await answer(run, `base.content/${path}`, about)).isDone]).toEqual([path, false]);
  },
  renameTag: async (run: Run) => {
    const articles = isHidden(run.role, 'article', 'tags') ? [] : visibleContents(run.world, run.role, 'article');
    const tag = run.target.values.tags;
    if (!tag || run.role.fields.article.tags === 'read') return;
    const { total } = await ask<{ total: number }>(run, 'base.Tag/rename', { title: tag, to: `${tag}a` });
    const renamed = articles.filter(({ values }) => values.tags === tag);
    expect(total).toBe(renamed.length);
    for (const { values } of renamed) values.tags = `${tag}a`;
  },
  delete: async (run: Run) => {
    const about = { [deleteId[run.entity]]: run.target.id };
    const reply = await answer(run, `base.content/delete${names[run.entity]}`, about);
    expect(reply.isDone).toBe(isShown(run));
    if (reply.isDone) run.target.isDeleted = true;
  },
  restore: async (run: Run) => {
    const about = { entity: run.entity, ids: [run.target.id] };
    const { done } = await ask<{ done: number }>(run, 'base.Recycle/restore', about);
    expect(done).toBe(run.target.isDeleted && isTheirs(run.world, run.role, run.target) ? 1 : 0);
    if (done) run.target.isDeleted = false;
  },
  publish: async (run: Run) => {
    const about = { entity: run.entity, id: run.target.id };
    const reply = await answer(run, 'base.content/publish', about);
    expect(reply.isDone).toBe(isShown(run));
    if (reply.isDone) run.target.isDraft = false;
  },
  undo: async (run: Run) => {
    const value = run.text.slice(0, 7);
    const batch = { entity: run.entity, ids: [run.target.id], fields: { author: value } };
    const done = await run.server.data<{ batch: string; done: number }>('base.Bulk/edit', batch);
    if (!done.done) return;
    const read = await ask<{ ready: number }>(run, 'base.Batch/read', { batch: done.batch });
    const undone = await ask<{ done: number }>(run, 'base.Batch/undo', { batch: done.batch });
    expect([read.ready, undone.done]).toEqual(isShown(run) ? [1, 1] : [0, 0]);
  },
  media: async (run: Run) => {
    const data = await ask<{ data: { entity: string; id: number }[] }>(run, 'base.Media/usage', { id: picture });
    const named = data.data.filter(({ entity, id }) => entity === run.entity && id > 0);
    const wanted = visibleContents(run.world, run.role, run.entity).filter(({ values }) => values.org_img);
    expect(idsOf(named)).toEqual(idsOf(wanted));
  },
} satisfies Record<string, (run: Run) => Promise<void>>;

let picture = 0;
const hasFieldLimits = ({ fields: all }: Role) => models.some((model) => Object.keys(all[model]).length > 0);

describeTestedDatabases('Limits of a role', (server, kind) => {
  const world: World = { columns: [], contents: [] };
  let admin: TestAdmin;
  let program: string;
  let roleId: number;
  let n = 0;

  beforeAll(async () => {
    const paths = [...(await server.ruleIds()).keys()].filter((path) => !/admin\/(?!createToken)/.test(path));
    roleId = await server.makeRole(paths);
    admin = await server.makeAdmin(roleId);
    const draft = { title: 'program', days: 1, per_minute: 6000 };
    program = (await server.data<{ token: string }>('base.admin/createToken', draft, { token: admin.token })).token;
    await server.database.db.updateTable('program_token').set({ per_minute: 1_000_000 }).execute();
    const other = await server.makeAdmin(roleId);
    const column = async (model: Model, pid = 0) => {
      const { id } = await server.data('base.base/addColumn', {
        title: `${model} ${world.columns.length}`,
        model,
        pid,
      });
      world.columns.push({ id, pid, model });
      return id;
    };
    for (const model of models) {
      const top = await column(model);
      const below = await column(model, top);
      await column(model, below);
      await column(model);
    }
    const file = await fetch(
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    );
    const form = new FormData();
    form.set('file', await file.blob(), 'dot.png');
    const sent = await fetch(`${server.url}/api/base.upload/fileUpload`, {
      method: 'POST',
      headers: { authorization: server.token },
      body: form,
    });
    const media = ((await sent.json()) as { data: { id: number; url: string } }).data;
    picture = media.id;
    for (let at = 0; at < 24; at++) {
      const maker = [admin, other, { id: 1, token: server.token }][at % 3] as { id: number; token: string };
      const { id: column, model } = world.columns[at % world.columns.length] as Column;
      const title = `word${at}x`;
      const values = { subtitle: `s${at}`, ...(model === 'article' && { tags: `tag${at % 4}` }) };
      const org_img = at % 5 === 0 ? media.url : '';
      const { id } = await server.data(
        `base.content/add${names[model]}`,
        { col_id: column, title, ...values, ...(org_img && { org_img }) },
        { token: maker.token },
      );
      world.contents.push({
        id,
        entity: model,
        column,
        maker: maker.id,
        title,
        isDeleted: false,
        isDraft: true,
        values: { ...values, ...(org_img && { org_img }) },
      });
    }
  });

  const arbitrary = fc.record<Case>({
    way: fc.constantFrom(...(Object.keys(ways) as (keyof typeof ways)[])),
    entity: fc.constantFrom(...models),
    columns: fc.subarray([0, 1, 2, 3, 4, 5, 6, 7], { maxLength: 3 }),
    ownOnly: fc.boolean(),
    limits: fc.array(fc.constantFrom('hidden' as const, 'read' as const, undefined, undefined), {
      minLength: 6,
      maxLength: 6,
    }),
    at: fc.nat(),
    field: fc.nat(),
    column: fc.nat({ max: 7 }),
    isProgram: fc.boolean(),
  });

  test(
    'hold in every way to a record: an oracle says what must be seen and what may be changed',
    async () => {
      const check = async (given: Case) => {
        const columns = given.columns.map((at) => (world.columns[at] as Column).id);
        const limited = (model: Model, from: number) =>
          Object.fromEntries(
            fields[model].flatMap((name, at) => {
              const limit = given.limits[from + at];
              return limit ? [[name, limit] as const] : [];
            }),
          );
        const role: Role = {
          admin: admin.id,
          columns,
          ownOnly: given.ownOnly,
          fields: { article: limited('article', 0), product: limited('product', 3) },
        };
        await server.data('base.admin/edit_role', {
          id: roleId,
          columns: JSON.stringify(columns),
          own_only: Number(given.ownOnly),
          field_limits: role.fields,
        });
        const ofModel = world.contents.filter(({ entity }) => entity === given.entity);
        const target = ofModel[given.at % ofModel.length] as Content;
        const column = (world.columns[given.column] as Column).id;
        const run = {
          ...given,
          column,
          server,
          world,
          role,
          token: given.isProgram ? program : admin.token,
          target,
          text: `new${n++}x`,
        };
        await ways[given.way](run);
        // The records are kept few enough to be listed on one page.
        if (world.contents.length > 60) await dropNewest();
      };
      await fc.assert(fc.asyncProperty(arbitrary, check), {
        numRuns: cases,
        endOnFailure: true,
        seed: Number(process.env.FUZZ_SEED ?? (kind === 'sqlite' ? 18 : 19)),
      });
    },
    cases * 200 + 60_000,
  );

  async function dropNewest() {
    for (const { id, entity } of world.contents.splice(24)) {
      await server.call(`base.content/delete${names[entity]}`, { [deleteId[entity]]: id });
      await server.data('base.Recycle/purge', { entity, ids: [id] });
    }
  }
});
