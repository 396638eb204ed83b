import { expect, test } from 'vitest';
import { contentRules, describeTestedDatabases, type TestAdmin } from '../support/server.ts';

interface Link {
  url: string;
  expires: string;
}
type Values = Record<string, unknown>;

describeTestedDatabases(
  'A preview',
  (server) => {
    const entity = 'article';
    const column = async () => (await server.data('base.base/addColumn', { title: 'News', model: entity })).id;
    const article = async (fields: Values = {}) =>
      (await server.data('base.content/addArticle', { title: 'Saved', col_id: await column(), ...fields })).id;
    const link = (id: number, by?: TestAdmin) =>
      server.data<Link>('base.content/previewLink', { entity, id }, { token: by?.token ?? server.token });
    const tokenOf = ({ url }: Link) => /preview=([\w-]{43})/.exec(url)?.[1] ?? '';
    const read = (preview: string) => server.call<Values>('site.content/read', { preview });
    const type = (id: number, values: Values, by?: TestAdmin) =>
      server.data('base.content/saveWorkingCopy', { entity, id, values }, { token: by?.token ?? server.token });

    test('shows a draft, and what of a working copy could be saved, cleaned as a save cleans it', async () => {
      const id = await article({ status: 0 });
      const token = tokenOf(await link(id));
      expect((await read(token)).body.data).toMatchObject({ id, title: 'Saved' });
      await type(id, {
        title: 'Typed',
        jump_url: 'javascript:alert(1)',
        col_id: 99_999,
        content: '<p onclick="steal()">Text<script>steal()</script></p>',
      });
      expect((await read(token)).body.data).toMatchObject({ title: 'Typed', content: '<p>Text</p>', jump_url: '' });
      expect((await server.call('site.content/read', { model: entity, id })).body.code).toBe(404);
    });

    test('opens one record alone, for an hour, until it is revoked or its administrator is gone', async () => {
      const [id, other] = [await article(), await article()];
      const viewer = await server.makeAdmin(await server.makeRole(contentRules));
      const links = [await link(id), await link(id), await link(id, viewer)];
      const [revoked = '', expired = '', theirs = ''] = links.map(tokenOf);
      const named = await server.call<Values>('site.content/read', { preview: expired, model: entity, id: other });
      expect(named.body.data).toMatchObject({ id });
      for (const wrong of ['', 'x'.repeat(43), `${revoked}x`]) expect((await read(wrong)).body.code).not.toBe(1);

      const stored = await server.database.db.selectFrom('preview_token').selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain(expired);
      const log = await server.database.db.selectFrom('operation_log').selectAll().execute();
      expect(JSON.stringify(log)).not.toContain(expired);

      await server.database.db.updateTable('admin').set({ status: 0 }).where('id', '=', viewer.id).execute();
      expect((await read(theirs)).body.code).toBe(404);
      await server.database.db.updateTable('preview_token').set({ expires: '2020-01-01T00:00:00Z' }).execute();
      expect((await read(expired)).body.code).toBe(404);
      const again = tokenOf(await link(id));
      await server.data('base.content/revokePreviews', { entity, id });
      expect((await read(again)).body.code).toBe(404);
    });

    test('is for those who may see the record, has its address from the configuration, and leaves no token in a log', async () => {
      const id = await article({ slug: 'spring-tea' });
      const stranger = await server.makeAdmin(await server.makeRole(['/navList']));
      const asked = await server.call('base.content/previewLink', { entity, id }, { token: stranger.token });
      expect(asked.status).toBe(403);
      const live = async () =>
        (await server.data<{ live_url: string }>('base.content/getWorkingCopy', { entity, id })).live_url;
      expect((await link(id)).url).toMatch(new RegExp(`^/site/\\?preview=[\\w-]{43}#/article/${id}$`));
      expect(await live()).toBe('');
      await server.data('base.content/publish', { entity, id });
      expect(await live()).toBe(`/site/#/article/${id}`);
      const web_page_url = 'https://www.example.com/{model}/{slug}?from=cms&preview={token}';
      const wrong = await server.call<{ errors: Values }>('base.Config/saveConfig', {
        web_page_url: 'ftp://x/{secret}',
      });
      expect(wrong.body.data.errors).toHaveProperty('web_page_url');
      await server.data('base.Config/saveConfig', { web_page_url });
      const made = await link(id);
      expect(made.url).toMatch(/^https:\/\/www\.example\.com\/article\/spring-tea\?from=cms&preview=[\w-]{43}$/);
      expect(await live()).toBe('https://www.example.com/article/spring-tea?from=cms');
      await server.data('site.visit/record', { url: made.url, title: 'x', referer: made.url });
      const visits = await server.database.db.selectFrom('visitor_log').selectAll().execute();
      expect(visits.at(-1)).toMatchObject({ url: 'https://www.example.com/article/spring-tea?from=cms&preview=' });
      expect(JSON.stringify(visits)).not.toContain(tokenOf(made));
      await server.data('base.Config/saveConfig', { web_page_url: '' });
    });

    test('ends when its administrator may no longer list such records', async () => {
      const id = await article({ status: 0 });
      const role = await server.makeRole(contentRules);
      const token = tokenOf(await link(id, await server.makeAdmin(role)));
      expect((await read(token)).body.code).toBe(1);
      await server.database.db.deleteFrom('role_rule_method').where('owner_id', '=', role).execute();
      expect((await read(token)).body.code).toBe(404);
    });

    test('ends with its administrator’s sessions, and is revoked by its maker or by who edits the record', async () => {
      const id = await article({ status: 0 });
      const [maker, other] = [
        await server.makeAdmin(await server.makeRole(contentRules)),
        await server.makeAdmin(await server.makeRole(contentRules)),
      ];
      const [theirs, others] = [tokenOf(await link(id, maker)), tokenOf(await link(id, other))];
      await server.data('base.content/revokePreviews', { entity, id }, { token: other.token });
      expect([(await read(theirs)).body.code, (await read(others)).body.code]).toEqual([1, 404]);
      await server.data('base.admin/editAdmin', { id: maker.id, password: 'Another-pass-2026' });
      expect((await read(theirs)).body.code).toBe(404);
    });

    test('ends with its administrator’s status, and with the sessions on all other devices', async () => {
      const id = await article({ status: 0 });
      const role = await server.makeRole(contentRules);
      const makers = await Promise.all([1, 2].map(() => server.makeAdmin(role)));
      const [off, out] = makers as [TestAdmin, TestAdmin];
      const tokens = await Promise.all(makers.map(async (maker) => tokenOf(await link(id, maker))));
      for (const status of [0, 1]) await server.data('base.admin/editAdmin', { id: off.id, status });
      await server.data('auth.auth/revokeSession', { all: 1 }, { token: out.token });
      expect(await Promise.all(tokens.map(async (token) => (await read(token)).body.code))).toEqual([404, 404]);
      expect((await server.call('auth.auth/sessions', {}, { token: out.token })).status).toBe(200);
    });

    test('is shown while the site is closed to visitors', async () => {
      const token = tokenOf(await link(await article()));
      await server.data('base.Config/saveConfig', { web_status: '0' });
      expect((await read(token)).body.code).toBe(1);
      await server.data('base.Config/saveConfig', { web_status: '1' });
    });
  },
  { settings: { exampleSite: true } },
);
