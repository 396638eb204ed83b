import { describe, expect, test } from 'vitest';
import type { WorkingCopy } from '../../contract/calls/publishing.ts';
import { publishDue } from '../../server/content/liveCopies.ts';
import { rethrow } from '../support/rethrow.ts';
import { contentRules, describeTestedDatabases, type Refused, startServer, type TestAdmin } from '../support/server.ts';

interface Found {
  copies: WorkingCopy[];
  review: string;
  author: string;
  review_time: string;
  reviewer: string;
  note: string;
}
type Values = Record<string, unknown>;

describeTestedDatabases('Publishing', (server) => {
  const writing = [...contentRules, 'base.content/addArticle', 'base.content/editArticle'];
  const entity = 'article';
  const makeWriter = async () => server.makeAdmin(await server.makeRole(writing));
  const makeReviewer = async () =>
    server.makeAdmin(await server.makeRole([...writing, 'base.content/publish?entity=article']));
  const column = async () => (await server.data('base.base/addColumn', { title: 'News', model: entity })).id;
  const article = async (fields: Values = {}) =>
    (await server.data('base.content/addArticle', { title: 'Old title', col_id: await column(), ...fields })).id;
  const read = async (id: number) =>
    (await server.data<{ data: Values[] }>('base.content/getContentList', { model: entity, ids: id })).data[0] ?? {};
  const copyOf = (id: number, token = server.token) =>
    server.data<Found>('base.content/getWorkingCopy', { entity, id }, { token });
  const autosave = (id: number, values: Values, token = server.token, copy?: number) =>
    server.call<{ copy: number }>(
      'base.content/saveWorkingCopy',
      { entity, id, values, ...(copy && { copy }) },
      { token },
    );
  const call = (name: string, params: Values, by?: TestAdmin) =>
    server.call<Values>(`base.content/${name}`, { entity, ...params }, { token: by?.token ?? server.token });
  const todo = async (by: TestAdmin) => {
    const { todo } = await server.data<{ todo: { kind: string; n: number }[] }>(
      'base.Data/welcomeDate',
      {},
      { token: by.token },
    );
    return Object.fromEntries(todo.map(({ kind, n }) => [kind, n]));
  };
  const publicTitle = async (id: number) => {
    const { body } = await server.call<{ title?: string }>('site.content/read', { model: entity, id });
    return body.code === 1 ? body.data.title : undefined;
  };

  test('what is autosaved over a published record is in its working copy, and the public reads the old text', async () => {
    const id = await article({ status: 1 });
    await autosave(id, { title: 'New title' });
    expect(await read(id)).toMatchObject({ title: 'Old title', version: 1, has_changes: 1, state: 'published' });
    expect(await publicTitle(id)).toBe('Old title');
    expect(await copyOf(id)).toMatchObject({
      copies: [{ values: { title: 'New title' }, username: 'admin', is_stale: 0, live_time: null }],
      review: '',
    });
    const listed = (has_changes: number) =>
      server.data<{ total: number }>('base.content/getContentList', { model: entity, ids: id, has_changes });
    expect([(await listed(1)).total, (await listed(0)).total]).toEqual([1, 0]);

    expect((await call('publish', { id })).body).toMatchObject({ code: 1, data: { id, version: 2 } });
    expect(await read(id)).toMatchObject({ title: 'New title', has_changes: 0 });
    expect(await publicTitle(id)).toBe('New title');
    expect((await copyOf(id)).copies).toEqual([]);
  });

  test('a working copy is taken from its fields by what its owner saves, and is stale where somebody else was there', async () => {
    const other = await makeReviewer();
    const id = await article({ status: 1 });
    await autosave(id, { title: 'Mine', subtitle: 'Mine too' });
    await server.data('base.content/editArticle', { id, subtitle: 'Saved' });
    expect((await copyOf(id)).copies[0]).toMatchObject({ values: { title: 'Mine' }, is_stale: 0 });
    await server.data('base.content/editArticle', { id, is_top: 1 }, { token: other.token });
    expect((await copyOf(id)).copies[0]).toMatchObject({ is_stale: 0 });
    await server.data('base.content/editArticle', { id, title: 'Theirs' }, { token: other.token });
    expect((await copyOf(id)).copies[0]).toMatchObject({ values: { title: 'Mine' }, is_stale: 1 });
    expect((await call('publish', { id })).body).toMatchObject({ code: 0, msg: expect.stringContaining('他人') });
    expect(await publicTitle(id)).toBe('Theirs');
    await server.data('base.content/editArticle', { id, title: 'Mine' });
    expect((await copyOf(id)).copies).toEqual([]);
  });

  test('a working copy that begins on an older version is stale where one of its fields was written since', async () => {
    const id = await article({ status: 1 });
    await server.data('base.content/editArticle', { id, is_top: 1 });
    const begin = async (values: object, more: object) => {
      await server.data('base.content/discardWorkingCopy', { entity: 'article', id });
      await server.data('base.content/saveWorkingCopy', { entity: 'article', id, values, ...more });
      return (await copyOf(id)).copies[0]?.is_stale;
    };
    expect(await begin({ title: 'Mine' }, { version: 1 })).toBe(0);
    await server.data('base.content/editArticle', { id, title: 'Theirs' });
    expect(await begin({ title: 'Mine' }, { version: 1 })).toBe(1);
    expect(await begin({ title: 'Mine' }, { version: 2 })).toBe(1);
    expect(await begin({ title: 'Mine' }, { version: 2, is_resolved: 1 })).toBe(0);
    expect(await begin({ title: 'Mine' }, { version: 3 })).toBe(0);
    expect(await begin({ subtitle: 'Mine' }, { version: 1 })).toBe(0);
  });

  test('who else opens a working copy is told whose it is, and takes it over or leaves it', async () => {
    const [first, second] = [await makeWriter(), await makeWriter()];
    const id = await article({ status: 1 });
    await autosave(id, { title: 'First' }, first.token);
    const refused = await autosave(id, { title: 'Second' }, second.token);
    expect(refused.body).toMatchObject({ code: 0, data: { by: first.username } });
    expect((await call('discardWorkingCopy', { id }, second)).body.code).toBe(0);
    expect((await copyOf(id, second.token)).copies[0]).toMatchObject({ values: { title: 'First' } });
    await call('takeWorkingCopy', { id }, second);
    expect((await autosave(id, { title: 'Both' }, second.token)).body.code).toBe(1);
    expect((await autosave(id, { title: 'Late' }, first.token)).body.code).toBe(0);
    expect((await copyOf(id)).copies[0]).toMatchObject({ username: second.username, values: { title: 'Both' } });
    await call('discardWorkingCopy', { id }, second);
    expect((await copyOf(id)).copies).toEqual([]);
    expect(await read(id)).toMatchObject({ title: 'Old title', has_changes: 0 });
  });

  test('day B3: two tabs of one administrator lose nothing of each other, and one that goes on takes fields out again', async () => {
    const id = await article({ status: 1 });
    const save = (values: Values, digest?: string) =>
      server.data<{ digest: string; others: Values }>('base.content/saveWorkingCopy', {
        entity,
        id,
        values,
        ...(digest !== undefined && { digest }),
      });
    const stored = async () => (await copyOf(id)).copies[0]?.values;
    const first = await save({ title: 'Of one tab' }, '');
    // The other tab does not know of a copy yet.
    const second = await save({ title: 'Of the other', subtitle: 'Of the other tab' }, '');
    expect(second.others).toEqual({ title: 'Of one tab' });
    expect(await stored()).toEqual({ title: 'Of one tab', subtitle: 'Of the other tab' });
    // The digest of the first tab is outdated, so nothing is stored. It saves again with the digest of this reply.
    const refused = await save({ title: 'Goes on' }, first.digest);
    expect(refused.others).toEqual({ title: 'Of one tab', subtitle: 'Of the other tab' });
    expect(await stored()).toEqual({ title: 'Of one tab', subtitle: 'Of the other tab' });
    const { others } = await save({ title: 'Goes on', subtitle: 'Of the other tab' }, refused.digest);
    expect([others, await stored()]).toEqual([{}, { title: 'Goes on', subtitle: 'Of the other tab' }]);
    const late = await save({ title: 'Goes on', subtitle: 'Late' }, second.digest);
    expect(late.others).toEqual({ subtitle: 'Of the other tab' });
    await save({ title: 'Alone' }, (await copyOf(id)).copies[0]?.digest);
    expect(await stored()).toEqual({ title: 'Alone' });
    // Programs that send no digest store what they send.
    await save({ title: 'Of a program' });
    expect(await stored()).toEqual({ title: 'Of a program' });
  });

  test('what is typed of a new record is kept under an id of its own, for its author alone', async () => {
    const [author, other] = [await makeWriter(), await makeWriter()];
    const begun = await autosave(0, { title: '', content: '<p>half' }, author.token);
    const { copy } = begun.body.data;
    expect((await autosave(0, { title: 'Begun' }, author.token, copy)).body.data.copy).toBe(copy);
    expect((await copyOf(0, author.token)).copies).toMatchObject([{ id: copy, values: { title: 'Begun' } }]);
    expect((await copyOf(0, other.token)).copies).toEqual([]);
    const theirs = await autosave(0, { title: 'Stolen' }, other.token, copy);
    expect(theirs.body.data.copy).not.toBe(copy);
    await call('discardWorkingCopy', { id: 0, copy }, other);
    expect((await copyOf(0, author.token)).copies).toMatchObject([{ id: copy, values: { title: 'Begun' } }]);
    await call('discardWorkingCopy', { id: 0, copy }, author);
    expect((await copyOf(0, author.token)).copies).toEqual([]);
  });

  test('new records that were begun are told to their author alone, the latest first, and each can be read', async () => {
    const [author, other] = [await makeWriter(), await makeWriter()];
    const unfinished = (by: TestAdmin, limit?: number) =>
      server.data<{ records: { copy: number; title: string }[]; total: number }>(
        'base.content/getUnfinished',
        { entity, limit },
        { token: by.token },
      );
    expect(await unfinished(author)).toEqual({ records: [], total: 0 });
    const begin = async (title?: string) =>
      (await autosave(0, { ...(title && { title }), content: '<p>half' }, author.token)).body.data.copy;
    const first = await begin('First');
    // The next is begun beside it: the last one is only continued by its id.
    const copies = [first, await begin('Second'), await begin()];
    expect(await unfinished(author)).toMatchObject({
      records: [
        { copy: copies[2], title: '' },
        { copy: copies[1], title: 'Second' },
      ],
      total: 3,
    });
    expect((await unfinished(author, 50)).records.map(({ copy }) => copy)).toEqual(copies.toReversed());
    const chosen = (copy: number, by: TestAdmin) =>
      server.data<Found>('base.content/getWorkingCopy', { entity, id: 0, copy }, { token: by.token });
    expect((await chosen(first, author)).copies).toMatchObject([{ id: first, values: { title: 'First' } }]);
    expect((await chosen(first, other)).copies).toEqual([]);
    expect(await unfinished(other)).toEqual({ records: [], total: 0 });
    await call('discardWorkingCopy', { id: 0, copy: copies[1] }, author);
    expect((await unfinished(author)).records.map(({ copy }) => copy)).toEqual([copies[2], first]);
    const { copies: left } = await chosen(first, author);
    await server.data(
      'base.content/saveWorkingCopy',
      { entity, id: 0, copy: first, values: {}, digest: left[0]?.digest },
      { token: author.token },
    );
    expect((await unfinished(author)).records.map(({ copy }) => copy)).toEqual([copies[2]]);
    // A repeat of the same call, and another tab that ends the copy too, make no new one.
    const again = await autosave(0, {}, author.token, first);
    expect(again.body.data).toMatchObject({ copy: first, digest: '' });
    expect((await unfinished(author)).records.map(({ copy }) => copy)).toEqual([copies[2]]);
    // Whoever discards sees what goes: another tab may have typed meanwhile.
    const outdated = await call('discardWorkingCopy', { id: 0, copy: copies[2], digest: 'of other values' }, author);
    expect(outdated.body.code).toBe(0);
    expect((await unfinished(author)).records.map(({ copy }) => copy)).toEqual([copies[2]]);
    const log = await server.data<{ data: Values[] }>('base.base/getOperateLog', { admin_id: author.id });
    const discarded = log.data.filter(({ path }) => String(path).startsWith('base.content/'));
    expect(discarded.map(({ path }) => path)).toEqual(['base.content/discardWorkingCopy']);
    const stranger = await server.makeAdmin(await server.makeRole(['/navList']));
    expect((await call('getUnfinished', {}, stranger)).status).toBe(403);
  });

  test('who may not publish changes nothing that the public sees, by any call', async () => {
    const writer = await makeWriter();
    const token = writer.token;
    const col_id = await column();
    const draft = (await server.data('base.content/addArticle', { title: 'Theirs', col_id }, { token })).id;
    const live = await article({ status: 1 });
    const edit = (params: Values) => server.call<Refused>('base.content/editArticle', params, { token });
    expect((await edit({ id: draft, title: 'Still a draft' })).body.code).toBe(1);
    expect((await edit({ id: draft, status: 1 })).body.data.errors).toHaveProperty('status');
    expect((await edit({ id: live, title: 'Hacked' })).body.code).toBe(0);
    expect((await edit({ id: live, status: 0 })).body.code).toBe(0);
    const added = await server.call<Refused>('base.content/addArticle', { title: 'x', col_id, status: 1 }, { token });
    expect(added.body.data.errors).toHaveProperty('status');
    const bulk = await server.data<{ done: number }>(
      'base.Bulk/edit',
      { entity, ids: [draft, live], fields: { status: 1 } },
      { token },
    );
    expect(bulk.done).toBe(0);
    expect((await call('publish', { id: draft }, writer)).status).toBe(403);
    expect((await call('scheduleWorkingCopy', { id: live, live_time: '2099-01-01T00:00:00Z' }, writer)).status).toBe(
      403,
    );
    expect((await call('returnToAuthor', { id: draft, note: 'x' }, writer)).status).toBe(403);
    expect(await read(live)).toMatchObject({ title: 'Old title', status: 1 });
    expect(await read(draft)).toMatchObject({ status: 0 });
    const reader = await server.makeAdmin(await server.makeRole(contentRules));
    expect((await autosave(live, { title: 'x' }, reader.token)).status).toBe(403);
    const stranger = await server.makeAdmin(await server.makeRole(['/navList']));
    expect((await call('getWorkingCopy', { id: live }, stranger)).status).toBe(403);
  });

  test('day B6: a draft is submitted, returned with a sentence, submitted again and published; both find it in their to-do', async () => {
    const [writer, reviewer] = [await makeWriter(), await makeReviewer()];
    const col_id = await column();
    const before = (await todo(reviewer)).review ?? 0;
    const { id } = await server.data('base.content/addArticle', { title: 'Draft', col_id }, { token: writer.token });
    await call('submitForReview', { id }, writer);
    expect(await read(id)).toMatchObject({ status: 2, state: 'review' });
    expect((await todo(reviewer)).review).toBe(before + 1);
    const { author, review_time } = await copyOf(id);
    expect(author).toBe(writer.username);
    expect(Math.abs(Date.now() - Date.parse(review_time))).toBeLessThan(60_000);
    expect(await todo(writer)).not.toHaveProperty('review');
    await call('returnToAuthor', { id, note: 'Name the source' }, reviewer);
    expect(await read(id)).toMatchObject({ status: 0, state: 'draft' });
    expect(await copyOf(id)).toMatchObject({
      review: 'returned',
      note: 'Name the source',
      reviewer: reviewer.username,
    });
    expect(await todo(writer)).toMatchObject({ returned: 1 });
    expect((await todo(reviewer)).review ?? 0).toBe(before);
    await call('submitForReview', { id }, writer);
    await call('publish', { id }, reviewer);
    expect(await read(id)).toMatchObject({ status: 1, state: 'published' });
    expect(await copyOf(id)).toMatchObject({ review: '', note: '' });
    expect(await todo(writer)).not.toHaveProperty('returned');
    expect(await publicTitle(id)).toBe('Draft');
  });

  test('a working copy is reviewed too, and only one that could be published is submitted', async () => {
    const [writer, reviewer] = [await makeWriter(), await makeReviewer()];
    const id = await article({ status: 1 });
    expect((await call('submitForReview', { id }, writer)).body.code).toBe(404);
    await autosave(id, { title: '' }, writer.token);
    expect((await call('submitForReview', { id }, writer)).body.data).toMatchObject({ errors: { title: '必填' } });
    await autosave(id, { title: 'Reviewed' }, writer.token);
    await call('submitForReview', { id }, writer);
    expect(await copyOf(id)).toMatchObject({ review: 'submitted' });
    expect(await read(id)).toMatchObject({ status: 1, title: 'Old title' });
    // A reviewer who has not seen the copy sends no digest, and cannot publish it.
    expect((await call('publish', { id }, reviewer)).body).toMatchObject({ code: 0, data: { by: writer.username } });
    await call('publish', { id, digest: (await copyOf(id)).copies[0]?.digest }, reviewer);
    expect(await publicTitle(id)).toBe('Reviewed');
    expect(await copyOf(id)).toMatchObject({ review: '', copies: [] });
  });

  test('its author takes back what waits for a review, of a draft and of a working copy, and nobody else does', async () => {
    const [writer, reviewer] = [await makeWriter(), await makeReviewer()];
    const id = await article({ status: 1 });
    await autosave(id, { title: 'Not yet' }, writer.token);
    await call('submitForReview', { id }, writer);
    expect((await call('withdrawFromReview', { id }, reviewer)).body).toMatchObject({ code: 0 });
    expect(await copyOf(id)).toMatchObject({ review: 'submitted' });
    expect((await call('withdrawFromReview', { id }, writer)).body).toMatchObject({ code: 1 });
    expect(await copyOf(id)).toMatchObject({ review: '', copies: [{ values: { title: 'Not yet' } }] });
    expect((await call('withdrawFromReview', { id }, writer)).body.code).toBe(404);
    const draft = await article();
    await call('submitForReview', { id: draft }, writer);
    await call('withdrawFromReview', { id: draft }, writer);
    expect(await read(draft)).toMatchObject({ status: 0, state: 'draft' });
  });

  test('what the configuration does not let be published is not submitted either', async () => {
    await server.data('base.Config/saveConfig', { check_block: 'description' });
    const writer = await makeWriter();
    const live = await server.data('base.content/addArticle', {
      title: 'Whole',
      col_id: await column(),
      status: 1,
      description: 'Said',
    });
    await autosave(live.id, { description: '' }, writer.token);
    const refused = { code: 0, data: { errors: { description: expect.any(String) } } };
    expect((await call('submitForReview', { id: live.id }, writer)).body).toMatchObject(refused);
    const draft = await article();
    expect((await call('submitForReview', { id: draft }, writer)).body).toMatchObject(refused);
    expect(await read(draft)).toMatchObject({ status: 0 });
    await server.data('base.Config/saveConfig', { check_block: '' });
  });

  test('a reviewer publishes what was looked at, and nothing that its author typed since', async () => {
    const [writer, reviewer] = [await makeWriter(), await makeReviewer()];
    const id = await article({ status: 1 });
    await autosave(id, { title: 'Seen' }, writer.token);
    await call('submitForReview', { id }, writer);
    const digest = (await copyOf(id, reviewer.token)).copies[0]?.digest;
    await autosave(id, { title: 'Slipped in' }, writer.token);
    expect((await call('publish', { id, digest }, reviewer)).body).toMatchObject({ code: 0, data: null });
    expect(await publicTitle(id)).toBe('Old title');
    await autosave(id, { title: 'Seen' }, writer.token);
    expect((await call('publish', { id, digest }, reviewer)).body.code).toBe(1);
    expect(await publicTitle(id)).toBe('Seen');
    expect((await call('publish', { id, digest }, reviewer)).body.code).toBe(0);
  });

  test('a working copy holds only what a form has, and nothing is shown of a deleted record’s', async () => {
    const id = await article({ status: 1 });
    const odd = ['{"__proto__":{"a":1}}', '{"constructor":1}', '{"toString":1}', '{"id":5}', '{"version":1}'];
    for (const values of [
      ...odd,
      '{"title":"a\\u0000b"}',
      '{"params":{"a":"\\u0000"}}',
      '{"title":{"a":1}}',
      '{"content":["x"]}',
      '{"col_id":[1]}',
    ])
      expect((await autosave(id, JSON.parse(values))).body, values).toMatchObject({ code: 0 });
    expect((await copyOf(id)).copies).toEqual([]);
    expect((await autosave(id, { title: null, col_id: null, params: { a: 'b' } })).body.code).toBe(1);
    await autosave(id, { content: '<p>Text<img src="x" onerror="run()"></p><script>run()</script>' });
    expect((await copyOf(id)).copies[0]?.values.content).toBe('<p>Text<img src="x" /></p>');
    const product = (values: Values) =>
      server.call('base.content/saveWorkingCopy', { entity: 'product', id: 0, values });
    for (const values of [{ size_ids: {} }, { size_ids: [{}] }, { skus: 'x' }, { skus: [null] }, { params: ['x'] }])
      expect((await product(values)).body, JSON.stringify(values)).toMatchObject({ code: 0 });
    expect((await product({ size_ids: [1], skus: [{ sku: 'half' }], price: 'ab' })).body).toMatchObject({ code: 1 });
    await server.data('base.content/deleteArticle', { aid: id });
    expect((await copyOf(id)).copies).toEqual([]);
  });

  test('an administrator begins so many new records, and finds what to do then', async () => {
    const writer = await makeWriter();
    const begin = () => autosave(0, { title: 'Begun' }, writer.token);
    for (let n = 0; n < 50; n++) expect((await begin()).body.code).toBe(1);
    expect((await begin()).body).toMatchObject({ code: 0, msg: expect.stringContaining('50') });
    expect((await autosave(0, { title: 'Of another' })).body.code).toBe(1);
  });

  test('a draft whose time was never set is published with the time of its publication', async () => {
    const [unset, set] = [await article(), await article({ publish_time: '2020-01-02T03:04:05Z' })];
    const old = '2020-01-01T00:00:00Z';
    await server.database.db
      .updateTable('article')
      .set({ publish_time: old, create_time: old })
      .where('id', '=', unset)
      .execute();
    for (const id of [unset, set]) await call('publish', { id });
    expect(Date.parse(String((await read(unset)).publish_time))).toBeGreaterThan(Date.now() - 60_000);
    expect(await read(set)).toMatchObject({ publish_time: '2020-01-02T03:04:05Z' });
  });

  describe('A working copy with a time', () => {
    const soon = '2099-01-01T00:00:00Z';
    const schedule = (id: number, by?: TestAdmin) => call('scheduleWorkingCopy', { id, live_time: soon }, by);
    const makeDue = (id: number) =>
      server.database.db
        .updateTable('working_copy')
        .set({ live_time: '2020-01-01T00:00:00Z' })
        .where('record_id', '=', id)
        .execute();
    const scheduled = async (values: Values, by?: TestAdmin) => {
      const id = await article({ status: 1 });
      await autosave(id, values, by?.token);
      expect((await schedule(id, by)).body.code).toBe(1);
      return id;
    };

    test('goes live once, also with two processes, in the name of who set the time', async () => {
      const reviewer = await makeReviewer();
      const id = await scheduled({ title: 'In time', content: '<p>New</p>' }, reviewer);
      expect((await copyOf(id)).copies[0]).toMatchObject({ live_time: soon });
      expect(await publishDue(server.database, rethrow)).toBe(0);
      const beside = await startServer({ kind: server.database.kind, beside: server });
      await makeDue(id);
      const outcomes = await Promise.all([publishDue(server.database, rethrow), publishDue(beside.database, rethrow)]);
      expect(outcomes.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(1);
      await expect.poll(() => publicTitle(id)).toBe('In time');
      expect(await read(id)).toMatchObject({ version: 2, content: '<p>New</p>', has_changes: 0 });
      const log = await server.data<{ data: Values[] }>('base.base/getOperateLog', { target: entity, target_id: id });
      const published = log.data.filter(({ path }) => path === 'base.content/publish');
      expect(published).toMatchObject([{ username: reviewer.username, code: 1 }]);
      await beside.stop();
    });

    test('is returned, and the public text stays, where somebody changed the record or the right is gone', async () => {
      const reviewer = await makeReviewer();
      const [changed, rightless] = [
        await scheduled({ title: 'A' }, reviewer),
        await scheduled({ title: 'B' }, reviewer),
      ];
      await server.data('base.content/editArticle', { id: changed, title: 'Corrected' });
      await makeDue(changed);
      await publishDue(server.database, rethrow);
      await expect.poll(async () => (await copyOf(changed)).review).toBe('returned');
      expect(await copyOf(changed)).toMatchObject({
        copies: [{ live_time: null }],
        note: expect.stringContaining('他人'),
      });
      expect(await publicTitle(changed)).toBe('Corrected');
      await server.database.db.updateTable('admin').set({ status: 0 }).where('id', '=', reviewer.id).execute();
      await makeDue(rightless);
      await publishDue(server.database, rethrow);
      await expect.poll(async () => (await copyOf(rightless)).review).toBe('returned');
      expect(await publicTitle(rightless)).toBe('Old title');
    });

    test('is returned where it was typed on with what the configuration blocks', async () => {
      const id = await scheduled({ title: 'Allowed' });
      await server.data('base.Config/saveConfig', { check_block: 'cover' });
      try {
        await autosave(id, { title: 'Without a cover' });
        await makeDue(id);
        await publishDue(server.database, rethrow);
        await expect.poll(async () => (await copyOf(id)).review).toBe('returned');
        expect(await publicTitle(id)).toBe('Old title');
      } finally {
        await server.data('base.Config/saveConfig', { check_block: '' });
      }
    });

    test('secure A9: is returned where it cannot be stored, and holds up no other', async () => {
      const [broken, fine] = [await scheduled({ title: 'Broken' }), await scheduled({ title: 'Fine' })];
      await server.database.db
        .updateTable('working_copy')
        .set({ values: '{' })
        .where('record_id', '=', broken)
        .where('entity', '=', entity)
        .execute();
      for (const id of [broken, fine]) await makeDue(id);
      const failures: Error[] = [];
      await publishDue(server.database, (error) => failures.push(error));
      await expect.poll(() => publicTitle(fine)).toBe('Fine');
      expect(await publicTitle(broken)).toBe('Old title');
      const review = server.database.db.selectFrom('review').select('note').where('record_id', '=', broken);
      await expect.poll(() => review.executeTakeFirst()).toEqual({ note: 'copy_broken' });
      // The server's own job may have been first.
      expect(failures.length).toBeLessThanOrEqual(1);
    });

    test('loses its time where somebody without the right goes on with it, and what cannot be published gets none', async () => {
      const [writer, reviewer] = [await makeWriter(), await makeReviewer()];
      const id = await scheduled({ title: 'Checked' }, reviewer);
      await autosave(id, { title: 'Checked again' }, reviewer.token);
      expect((await call('takeWorkingCopy', { id }, writer)).body.code).toBe(0);
      expect((await copyOf(id)).copies[0]).toMatchObject({ live_time: soon });
      // Only the right to publish is taken away.
      const { db } = server.database;
      const path = 'base.content/publish?entity=article';
      const rule = (await db.selectFrom('rule').select('id').where('path', '=', path).executeTakeFirstOrThrow()).id;
      const { groupId } = await db
        .selectFrom('admin')
        .select('groupId')
        .where('id', '=', reviewer.id)
        .executeTakeFirstOrThrow();
      const grant = { owner_id: Number(groupId), ref_id: rule };
      await db
        .deleteFrom('role_rule_method')
        .where('owner_id', '=', grant.owner_id)
        .where('ref_id', '=', rule)
        .execute();
      await autosave(id, { title: 'Unchecked' }, reviewer.token);
      expect((await copyOf(id)).copies[0]).toMatchObject({ live_time: null });
      await db.insertInto('role_rule_method').values(grant).execute();
      await autosave(id, { title: '' }, reviewer.token);
      expect((await schedule(id, reviewer)).body.data).toMatchObject({ errors: { title: '必填' } });
      const past = await call('scheduleWorkingCopy', { id, live_time: '2020-01-01T00:00:00Z' }, reviewer);
      expect(past.body.data).toMatchObject({ errors: { live_time: '必须晚于当前时间' } });
    });
  });
});
