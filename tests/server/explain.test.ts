import fc from 'fast-check';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { isRead, type Returned } from '../../contract/call.ts';
import type { explain, whoCan } from '../../contract/calls/explain.ts';
import type { Entity } from '../../contract/entity.ts';
import { calls, entities, ruleOf, rulesOf } from '../../contract/index.ts';
import { limitableFields } from '../../contract/roleLimits.ts';
import { statements } from '../../server/core/diagnostics.ts';
import { seeds } from '../support/seeds.ts';
import { describeTestedDatabases, type TestAdmin } from '../support/server.ts';

/** For other cases: `EXPLAIN_SEED=7 TEST_SEEDS=80 npx vitest run --project node tests/server/explain.test.ts` */
const cases = seeds(60);

type Explained = Returned<typeof explain>;
type Holders = Returned<typeof whoCan>;

const kinds = ['article', 'product', 'column', 'nav', 'user'] as const;
type Kind = (typeof kinds)[number];
const isContent = (kind: Kind) => kind === 'article' || kind === 'product';
const actions = ['view', 'edit', 'publish', 'delete'] as const;
const publishRule = (kind: Kind) => `base.content/publish?entity=${kind}`;

/** The rule of each action of a kind. Only contents have a rule for publishing; other kinds use that for editing. */
const ruleFor = (kind: Kind) => {
  const { list, update, delete: remove } = (entities[kind] as Entity).calls;
  const [view, edit, deleting] = [list, update, remove].map((call) => call && ruleOf(call));
  return { view, edit, delete: deleting, publish: isContent(kind) ? publishRule(kind) : edit } as Record<
    (typeof actions)[number],
    string
  >;
};

/** The calls that read without naming a record, with each of their rules. */
const reads = [...calls.values()]
  .filter(({ call }) => call.access === 'rule' && isRead(call) && !call.throttled && !call.writes)
  .flatMap(({ call }) => rulesOf(call).map((rule) => ({ call, rule })));

/** A text field that a role may be denied; undefined if the entity has none. */
const textOf = (kind: Kind) => {
  const { fields } = entities[kind] as Entity;
  return limitableFields(entities[kind]).find((name) => fields[name]?.kind === 'text' && !fields[name]?.pattern);
};

/** The rules that list articles and products. */
const lists = [ruleFor('article').view, ruleFor('product').view];

interface Case {
  kind: Kind;
  action: (typeof actions)[number];
  lacks: Partial<Record<(typeof actions)[number], boolean>>;
  columns: number[];
  ownOnly: boolean;
  limit: 'hidden' | 'read' | undefined;
  isOwn: boolean;
  column: number;
  isLive: boolean;
  account: 'active' | 'disabled' | 'must_change' | 'factor_needed';
  read: number;
}

const seldom = fc.constantFrom(false, false, false, true);
const caseOf = fc.record<Case>({
  kind: fc.constantFrom<Kind>(...kinds, 'article', 'product'),
  action: fc.constantFrom(...actions),
  lacks: fc.record({ view: seldom, edit: seldom, publish: seldom, delete: seldom }),
  columns: fc.subarray([0, 1, 2, 3, 4, 5], { maxLength: 3 }),
  ownOnly: fc.boolean(),
  limit: fc.constantFrom(undefined, 'hidden', 'read'),
  isOwn: fc.boolean(),
  column: fc.nat(5),
  isLive: fc.boolean(),
  account: fc.constantFrom(
    'active',
    'active',
    'active',
    'active',
    'active',
    'disabled',
    'must_change',
    'factor_needed',
  ),
  read: fc.nat(reads.length - 1),
});

describeTestedDatabases('The explanation of a right', (server) => {
  const columns: number[] = [];
  let role: number;
  let subject: TestAdmin;
  let n = 0;
  const ask = (params: object, token = server.token) =>
    server.data<Explained>('base.admin/explain', { ...params }, { token });
  const holders = (params: object, token = server.token) =>
    server.data<Holders>('base.admin/whoCan', { ...params }, { token });
  const idsOf = async (paths: (string | undefined)[]) => {
    const ids = await server.ruleIds();
    return [...new Set(paths)].flatMap((path) => ids.get(path ?? '') ?? []).join();
  };

  beforeAll(async () => {
    role = await server.makeRole(['/content']);
    subject = await server.makeAdmin(role);
    for (const model of ['article', 'article', 'article', 'product', 'product', 'product']) {
      const pid = columns.length % 3 === 1 ? columns.at(-1) : 0;
      const draft = { title: `${model} ${columns.length}`, model, pid };
      columns.push((await server.data('base.base/addColumn', draft)).id);
    }
  });

  /** Makes the record of a case: in its column, and by the subject or by somebody else. */
  async function recordOf({ kind, column, isOwn, isLive }: Case): Promise<number> {
    const title = `word${n++}x`;
    const placed = kind === 'product' ? columns[3 + (column % 3)] : columns[column % 3];
    const madeBy = async (name: 'article' | 'product', id: number) => {
      const admin_id = isOwn ? subject.id : 1;
      await server.database.db.updateTable(name).set({ admin_id }).where('id', '=', id).execute();
      return id;
    };
    if (kind === 'article' || kind === 'product') {
      const draft = { title, col_id: placed, ...(isLive && { status: 1 }) };
      return madeBy(kind, (await server.data(ofCreate(kind), draft)).id);
    }
    if (kind === 'column') {
      const { id } = await server.data(ofCreate(kind), { title, model: 'article', pid: columns[column % 3] });
      await madeBy('article', (await server.data(ofCreate('article'), { title, col_id: id })).id);
      return id;
    }
    if (kind === 'user') return (await server.data(ofCreate(kind), { username: title })).id;
    const group_id = (await server.data(entities.nav_group.calls.create.path, { title })).id;
    return (await server.data(ofCreate(kind), { title, group_id, url: '/' })).id;
  }
  const ofCreate = (kind: Kind) => (entities[kind] as Entity).calls.create?.path as string;

  /** Makes the call as the subject. @returns whether it was done */
  async function attempt({ kind, action }: Case, id: number, values: Record<string, unknown> = {}): Promise<boolean> {
    const { calls: own, label } = entities[kind] as Entity;
    const as = { token: subject.token };
    if (action === 'view') {
      const { body } = await server.call(own.list.path, { ...own.list.with, ids: [id] }, as);
      return body.code === 1 && new RegExp(`"id":${id}[,}]`).test(JSON.stringify(body.data));
    }
    const done = async (path: string, params: object) => (await server.call(path, { ...params }, as)).body.code === 1;
    if (action === 'publish' && isContent(kind)) return done('base.content/publish', { entity: kind, id });
    if (action === 'delete')
      return done(own.delete?.path as string, {
        [own.delete?.id ?? 'id']: id,
        ...(kind === 'column' && { cascade: 1 }),
      });
    const changes = Object.keys(values).length > 0 ? values : { [label]: `word${n++}x` };
    return done(own.update?.path as string, { id, ...changes });
  }

  test(
    'is what the calls then answer, for an administrator and for all of them',
    async () => {
      const check = async (given: Case) => {
        const { kind, action, limit, account } = given;
        const rules = ruleFor(kind);
        const text = textOf(kind);
        const heldRules = actions.filter((each) => !given.lacks[each]).map((each) => rules[each]);
        await server.data('base.admin/edit_role', {
          id: role,
          rule_method: await idsOf([...heldRules, reads[given.read]?.rule]),
          columns: JSON.stringify(given.columns.map((at) => columns[at])),
          own_only: Number(given.ownOnly),
          factor: Number(account === 'factor_needed'),
          factor_days: 0,
          field_limits: limit && text ? { [kind]: { [text]: limit } } : {},
        });
        const id = await recordOf(given);
        const setAccount = (status: number, must_change: number) =>
          server.database.db.updateTable('admin').set({ status, must_change }).where('id', '=', subject.id).execute();
        await setAccount(Number(account !== 'disabled'), Number(account === 'must_change'));
        const question = { rights: JSON.stringify([rules[action]]), entity: kind, id };
        const told = await ask({ admin: subject.id, ...question });
        const all = await holders(question);

        // A call without a record is allowed if the reply is neither 401 nor 403, whatever it says of the parameters.
        const other = reads[(given.read + 1) % reads.length] as (typeof reads)[number];
        const { param } = other.call.ruleByParam ?? {};
        const params = param ? { [param]: other.rule.split('=')[1] } : {};
        const { status } = await server.call(other.call.path, params, { token: subject.token });
        const free = await ask({ admin: subject.id, rights: JSON.stringify([other.rule]) });
        expect([other.rule, free.allowed]).toEqual([other.rule, ![401, 403].includes(status) ? 1 : 0]);

        const listed = all.roles.find((each) => each.id === role)?.admins.find((each) => each.id === subject.id);
        expect(Boolean(listed && !listed.waits)).toBe(told.allowed === 1);
        if (told.allowed && action === 'edit' && text) {
          // The field can be changed unless the role limits it.
          const isLimited = told.steps.some(({ step, fields }) => step === 'fields' && fields.includes(text));
          expect(isLimited).toBe(limit !== undefined);
          expect(await attempt(given, id, { [text]: `new${n++}` })).toBe(!isLimited);
        }
        const isDone = await attempt(given, id);
        expect([told.allowed, told.steps.every(({ is_ok }) => is_ok)]).toEqual([Number(isDone), isDone]);
        await setAccount(1, 0);
      };
      const seed = Number(process.env.EXPLAIN_SEED ?? 33);
      await fc.assert(fc.asyncProperty(caseOf, check), { numRuns: cases, endOnFailure: true, seed });
    },
    cases * 400 + 60_000,
  );

  const granted = async (paths: string[], id = role) =>
    server.data('base.admin/edit_role', { id, rule_method: await idsOf(paths) });
  const plain = { columns: '[]', own_only: 0, field_limits: {}, factor: 0 };

  test('says who gave a rule and when: the last time, and nothing where the log does not tell', async () => {
    const manages = ['/authGroup', 'base.admin/edit_role', '/content', 'base.content/deleteArticle'];
    const boss = await server.makeAdmin(await server.makeRole([...manages, ...lists]));
    const id = await server.makeRole(['/content', ...lists, 'base.content/deleteArticle']);
    const stepOf = async (asker = server.token) => {
      const rights = JSON.stringify(['base.content/deleteArticle']);
      return (await ask({ role: id, rights }, asker)).steps.find(({ step }) => step === 'rule');
    };
    const first = await stepOf();
    expect(first).toMatchObject({ is_ok: 1, why: 'granted', by: 'admin', title: '删除文章' });
    expect(Date.parse(String(first?.time))).toBeGreaterThan(Date.now() - 60_000);
    await granted(['/content', ...lists], id);
    expect(await stepOf()).toMatchObject({ is_ok: 0, why: 'missing', time: '', by: '' });
    const rule_method = await idsOf(['/content', ...lists, 'base.content/deleteArticle']);
    await server.data('base.admin/edit_role', { id, rule_method }, { token: boss.token });
    expect(await stepOf()).toMatchObject({ why: 'granted', by: boss.username });
    // A later edit that keeps the rule does not count as granting it.
    await server.data('base.admin/edit_role', {
      id,
      title: 'renamed',
      rule_method: `${rule_method},${await idsOf(['/recycle'])}`,
    });
    expect(await stepOf()).toMatchObject({ why: 'granted', by: boss.username });
    await server.database.db
      .deleteFrom('operation_log')
      .where('target', '=', 'role')
      .where('target_id', '=', id)
      .execute();
    expect(await stepOf()).toMatchObject({ why: 'granted', time: '', by: '' });
  });

  test('tells nobody of whoever has more rights, nor of records that the asker does not see', async () => {
    const rules = ['/authGroup', 'base.admin/explain', '/content', ...lists, 'base.content/editArticle'];
    await granted([]); // The cases above left it any rights.
    const asking = await server.makeRole(rules);
    const asker = await server.makeAdmin(asking);
    const rights = JSON.stringify(['base.content/editArticle']);
    const asks = async (params: object) => (await server.call('base.admin/explain', { rights, ...params }, asker)).body;
    expect(await asks({ admin: 1 })).toMatchObject({ code: 0, data: null });
    expect(await asks({ role: 1 })).toMatchObject({ code: 0, data: null });
    expect(await asks({ role: 99_999 })).toMatchObject({ code: 404 });
    expect(await asks({ role: asking, admin: asker.id })).toMatchObject({ code: 0 });
    expect(await asks({ admin: asker.id })).toMatchObject({ code: 1, data: { allowed: 1 } });

    const all = await holders({ rights }, asker.token);
    expect(all.roles.map(({ id }) => id)).toEqual([asking]);
    expect(all.others).toBeGreaterThan(0);
    expect(JSON.stringify(all)).not.toContain('"admin"');

    const make = async (col_id: number | undefined) =>
      (await server.data('base.content/addArticle', { title: `of ${col_id}`, col_id })).id;
    const [within, beside] = [await make(columns[0]), await make(columns[2])];
    await server.data('base.admin/edit_role', { id: asking, columns: JSON.stringify([columns[0]]) });
    const same = await server.makeRole(rules);
    await server.data('base.admin/edit_role', { id: same, columns: JSON.stringify([columns[0]]) });
    const about = (id: number) => ({ role: same, entity: 'article', id });
    expect(await asks(about(within))).toMatchObject({ code: 1, data: { allowed: 1 } });
    for (const id of [beside, 99_999]) {
      expect(await asks(about(id))).toMatchObject({ code: 404, data: null });
      const who = await server.call('base.admin/whoCan', { rights, entity: 'article', id }, asker);
      expect(who.body).toMatchObject({ code: 404, data: null });
    }
    // Who granted the rules is not told, because those log entries are other people's.
    const steps = (await asks({ role: same })).data as Explained;
    expect(steps.steps.filter(({ by }) => by)).toEqual([]);
    // An asker with limits may not ask about a role without them, and with `own_only` only about themselves.
    const free = await server.makeRole(rules);
    expect(await asks({ role: free })).toMatchObject({ code: 0, data: null });
    await server.data('base.admin/edit_role', { id: asking, own_only: 1 });
    const other = await server.makeAdmin(asking);
    expect(await asks({ admin: other.id })).toMatchObject({ code: 0, data: null });
    const own = await holders({ rights }, asker.token);
    expect(own.roles).toMatchObject([{ id: asking, n: 1, admins: [{ id: asker.id }] }]);

    const noRight = await server.makeAdmin(await server.makeRole(['/content', ...lists]));
    for (const path of ['base.admin/explain', 'base.admin/whoCan'])
      expect((await server.call(path, { role: same, rights }, noRight)).status).toBe(403);
  });

  test('refuses what is no right, or not about the record', async () => {
    const refused = async (params: object) =>
      ((await server.call('base.admin/explain', { role, ...params })).body.data as { errors: object }).errors;
    const one = (path: string) => ({ rights: JSON.stringify([path]) });
    for (const path of ['base.Nothing/there', 'base.content/publish?entity=nav', 'constructor', ''])
      expect(Object.keys(await refused(one(path)))).toEqual(['rights']);
    for (const rights of ['[]', '{}', '[1]', JSON.stringify(Array(21).fill('/content'))])
      expect(Object.keys(await refused({ rights }))).toEqual(['rights']);
    for (const entity of ['nav', 'admin', 'role', '__proto__'])
      expect(Object.keys(await refused({ ...one('base.content/editArticle'), entity, id: 1 }))).toEqual(['entity']);
    const unknown = { ...one('base.content/editArticle'), admin: 2_147_483_647 };
    expect((await server.call('base.admin/explain', unknown)).body.code).toBe(404);
  });

  test('counts tokens for programs by their role, and asks nothing for a program', async () => {
    const id = await server.makeRole(['/content', ...lists, 'base.content/deleteProduct']);
    const boss = await server.makeAdmin(1);
    const draft = { title: 'ERP', role: id, days: 1 };
    const { token } = await server.data<{ token: string }>('base.admin/createToken', draft, { token: boss.token });
    const rights = JSON.stringify(['base.content/deleteProduct']);
    const tokensOf = async () => (await holders({ rights })).roles.find((each) => each.id === id)?.tokens;
    expect(await tokensOf()).toEqual([{ name: boss.username, n: 1 }]);
    expect((await holders({ rights: JSON.stringify(['base.admin/createToken']) })).roles[0]?.tokens).toEqual([]);
    for (const path of ['base.admin/explain', 'base.admin/whoCan', 'base.admin/whoCanGrant']) {
      const params = { rights, role: id, rule: 'base.base/addNav' };
      expect([path, (await server.call(path, params, { token: `Bearer ${token}` })).status]).toEqual([path, 403]);
    }
    await server.database.db.updateTable('program_token').set({ expires: '2020-01-01T00:00:00Z' }).execute();
    expect(await tokensOf()).toEqual([]);
  });

  test('of a refusal: names who can give the right, and no more than three', async () => {
    await server.data('base.admin/edit_role', { id: role, ...plain });
    await granted(['/content', ...lists]);
    const rule = 'base.base/addNav';
    const refused = await server.call('base.base/addNav', {}, { token: subject.token });
    expect([refused.status, refused.body.data]).toEqual([403, { rule }]);
    const listing = await server.call('base.content/publish', { entity: 'article', id: 1 }, { token: subject.token });
    expect(listing.body.data).toEqual({ rule: 'base.content/publish?entity=…' });
    const who = (asked = rule, token = subject.token) =>
      server.data<{ names: string[]; others: number }>('base.admin/whoCanGrant', { rule: asked }, { token });
    const supers = await server.database.db
      .selectFrom('admin')
      .select('username')
      .where('groupId', '=', 1)
      .where('status', '=', 1)
      .execute();
    const { names, others } = await who();
    expect(names.length + others).toBe(supers.length);

    const manages = ['/authGroup', 'base.admin/edit_role', '/content', ...lists];
    const lacking = await server.makeAdmin(await server.makeRole(manages));
    const managing = await server.makeRole([...manages, '/navList', rule]);
    const manager = await server.makeAdmin(managing);
    const off = await server.makeAdmin(managing);
    await server.data('base.admin/editAdmin', { id: off.id, status: 0 });
    await server.data('base.admin/editAdmin', { id: manager.id, nickname: '林主管' });
    expect(await who()).toEqual({
      names: ['林主管', ...names].slice(0, 3),
      others: supers.length + 1 - Math.min(3, supers.length + 1),
    });
    // An administrator who edits roles but has fewer rights than the asker cannot edit the asker's role.
    await granted(['/content', ...lists, '/recycle', 'base.Recycle/getRecycleList']);
    expect((await who()).names).not.toContain('林主管');
    await granted(['/content', ...lists]);
    expect((await who('base.content/publish?entity=…')).names).toContain('admin');
    // The named administrator can really grant the rule; the one who lacks it cannot.
    const rule_method = await idsOf(['/content', ...lists, '/navList', rule]);
    expect((await server.call('base.admin/edit_role', { id: role, rule_method }, lacking)).body.code).toBe(0);
    expect((await server.call('base.admin/edit_role', { id: role, rule_method }, manager)).body.code).toBe(1);
    // Nobody is named for a rule that the asker has, or that does not exist.
    const nobody = { names: [], others: 0 };
    expect([await who(), await who('base.Nothing/there'), await who(rule, server.token)]).toEqual([
      nobody,
      nobody,
      nobody,
    ]);
  });

  test('answers for a hundred roles and a thousand administrators at once', async () => {
    const { db } = server.database;
    const stamps = { version: 1, create_time: '2026-01-01T00:00:00Z', update_time: '2026-01-01T00:00:00Z', sort: 0 };
    const rights = [ruleFor('article').view, 'base.content/editArticle'];
    const ids = (await idsOf(rights)).split(',').map(Number);
    const titles = Array.from({ length: 100 }, (_, at) => `many ${at}`);
    const roles = await db
      .insertInto('role')
      .values(
        titles.map((title, at) => ({
          title,
          ...stamps,
          own_only: at % 2,
          built_in: 0,
          columns: JSON.stringify(at % 3 ? [columns[0]] : []),
        })) as never,
      )
      .returning('id')
      .execute();
    for (const each of roles)
      await db
        .insertInto('role_rule_method')
        .values(ids.map((ref_id) => ({ owner_id: Number(each.id), ref_id })))
        .execute();
    const people = Array.from({ length: 1000 }, (_, at) => ({
      username: `person${at}`,
      groupId: Number(roles[at % 100]?.id),
      status: 1,
      must_change: 0,
      ...stamps,
      nickname: '',
      avatar: '',
      mobile: `1390000${String(at).padStart(4, '0')}`,
      email: '',
      password: '-',
      logintimes: 0,
      last_ip: '',
    }));
    for (let at = 0; at < 1000; at += 50)
      await db
        .insertInto('admin')
        .values(people.slice(at, at + 50) as never)
        .execute();
    const { id } = await server.data('base.content/addArticle', { title: 'of many', col_id: columns[0] });
    const maker = (
      await db.selectFrom('admin').select('id').where('username', '=', 'person1').executeTakeFirstOrThrow()
    ).id;
    await db.updateTable('article').set({ admin_id: maker }).where('id', '=', id).execute();
    let ran = 0;
    onTestFinished(
      statements.subscribe(() => {
        ran++;
      }),
    );
    const all = await holders({ rights: JSON.stringify(rights), entity: 'article', id });
    expect(ran).toBeLessThan(400); // two for each role, none for each administrator
    const many = all.roles.filter(({ title }) => title.startsWith('many'));
    // Fifty roles have no `own_only` and ten administrators each. Of the other fifty, only the article's maker counts.
    expect(many.filter(({ limits }) => !limits.includes('own_only')).map(({ n }) => n)).toEqual(Array(50).fill(10));
    expect(many.filter(({ limits }) => limits.includes('own_only'))).toMatchObject([
      { title: 'many 1', n: 1, admins: [{ id: maker }] },
    ]);
  });
});
