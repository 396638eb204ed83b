import { beforeAll, expect, test } from 'vitest';
import { entities } from '../../contract/index.ts';
import { randomOf } from '../prove/random.ts';
import { fillByCalls, fillConfig, fillPastServer, leadPagesTo, type Stored } from '../prove/xss/fill.ts';
import { type Looking, looking } from '../prove/xss/look.ts';
import { payloadsOf } from '../prove/xss/payloads.ts';
import { lookAtPageLinks, lookAtSite } from '../prove/xss/places.ts';
import { lookAtList, lookAtRecords, lookAtVersions } from '../prove/xss/records.ts';
import { scriptPages } from '../prove/xss/screens.ts';
import { type Watched, watch } from '../prove/xss/watch.ts';
import { useBrowser } from '../support/browser.ts';
import { remember } from '../support/enterScene.ts';
import { consoleAt } from '../support/provider.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const seed = Number(process.env.XSS_SEED ?? 17);
const payloads = payloadsOf(randomOf(seed), 20);
let stored: Stored;
let watched: Watched;
let at: Looking;

// The program's own escaping is looked at, so without the policy that would stop what it lets through.
useBrowser().stay(
  async (page) => {
    const visitor = { url: server.url, locale: 'zh', token: server.token } as const;
    watched = await watch(page.context());
    await page.goto(`${server.url}/healthz`);
    await remember(page, visitor);
    at = await looking(page, visitor);
  },
  { bypassCSP: true },
);

beforeAll(async () => {
  const site = { ...server, provider: consoleAt(server.url, server.token).provider };
  await server.data('base.base/addAdGroup', { title: 'slides', ident: 'slide-1' });
  const names = ['column', 'article', 'nav', 'ad', 'message', 'user', 'operation_log'] as const;
  await fillByCalls(site, payloads.slice(0, 5), [...names]);
  stored = await fillPastServer(site, payloads, [...names]);
  await fillConfig(site, payloads);
});

async function visit(look: () => Promise<unknown>): Promise<void> {
  await look();
  const { sinks, absent } = at.seen;
  expect({ ...watched, sinks, absent }).toEqual({ executions: [], violations: [], errors: [], sinks: [], absent: [] });
}

// Many screens for one test.
const timeout = 180_000;

test('the console runs nothing of what stands in lists, forms and versions', { timeout }, () =>
  visit(async () => {
    const ids = stored.wide.get('article') ?? [];
    await lookAtList(at, entities.article);
    await lookAtRecords(at, entities.article, ids.slice(0, 1));
    await lookAtVersions(at, entities.article, ids[0] ?? 0);
    await lookAtRecords(at, entities.operation_log, (stored.wide.get('operation_log') ?? []).slice(0, 1));
  }),
);

test('the example site runs nothing of what stands in records, slides and columns', { timeout }, () =>
  visit(() => lookAtSite(at, new Map([...stored.wide].map(([name, ids]) => [name, ids.slice(0, 2)])))),
);

test('the console leads to no page whose address is a script', { timeout }, () =>
  visit(async () => {
    await leadPagesTo(server, scriptPages);
    await lookAtPageLinks(at, stored.wide);
    await leadPagesTo(server, '');
  }),
);
