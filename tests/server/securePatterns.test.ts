import { globSync, readFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import { parseSync } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { patterns } from '../../contract/formats.ts';
import { hostsIn } from '../../contract/frameHosts.ts';
import { calls, entities } from '../../contract/index.ts';
import { tagsOf } from '../../contract/tags.ts';
import { addressesOf, findingsOf } from '../../server/content/findings.ts';
import { isSafeLink, phoneNumberOf, slugFrom } from '../../server/core/textFormats.ts';
import { readAgent } from '../../server/core/userAgent.ts';
import { asWritten, harmless } from '../../server/csv/csvCells.ts';
import { indexedTokens, uploadStems } from '../../server/database/derived/sqlFunctions.ts';
import { sanitizeHtml } from '../../server/engine/html.ts';
import { allowedStyle } from '../../server/engine/htmlStyles.ts';
import { paramsSchema } from '../../server/engine/schema.ts';
import { maskSecrets } from '../../server/logs/runLog.ts';
import { describeTestedDatabases } from '../support/server.ts';

/** By a pattern as it is written in JavaScript, where it stands. */
const found = new Map<string, string>();

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

function visit(node: unknown, see: (node: Tree) => void): void {
  if (!isTree(node)) return;
  see(node);
  for (const value of Object.values(node)) visit(value, see);
}

/** Literals, and templates of `new RegExp`, with a word in the place of what is put in. */
function collectFrom(file: string): void {
  visit(parseSync(file, readFileSync(file, 'utf8')).program, (node) => {
    const { regex } = node;
    if (isTree(regex)) found.set(`/${regex.pattern}/${regex.flags}`, file);
    const [template, flags] = (node.arguments as [Tree?, Tree?]) ?? [];
    if (node.type !== 'NewExpression' || (node.callee as Tree).name !== 'RegExp') return;
    if (template?.type !== 'TemplateLiteral') return;
    const parts = (template.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
    found.set(`/${parts.join('word')}/${flags?.value ?? ''}`, file);
  });
}

/** What a schema of a call checks texts by, as Ajv compiles it. */
function collectOf(schema: unknown): void {
  visit(schema, ({ pattern }) => typeof pattern === 'string' && found.set(`/${pattern}/u`, 'a schema'));
}

beforeAll(() => {
  process.env.RECHECK_BACKEND = 'pure'; // the one that is the same everywhere
  for (const file of globSync('{contract,server}/**/*.ts')) collectFrom(file);
  for (const { call } of calls.values()) collectOf(paramsSchema(call));
  for (const pattern of Object.values(patterns)) found.set(`/${pattern}/`, 'contract/formats.ts');
});

/** The complexity that recheck finds; its own time is limited generously, for a machine that does other work. */
function complexityOf(pattern: string): string {
  const end = pattern.lastIndexOf('/');
  const verdict = checkSync(pattern.slice(1, end), pattern.slice(end + 1), { timeout: 60_000, maxIteration: 3 });
  if (verdict.status === 'vulnerable') return `vulnerable: ${verdict.complexity.summary}`;
  return verdict.status === 'safe' ? 'safe' : `unknown: ${verdict.error.kind}`;
}

describe('secure A2: patterns', () => {
  test('secure A2: recheck tells a pattern that takes longer and longer from one that does not', () => {
    expect(complexityOf('/^(?:a+)+$/')).toBe('vulnerable: exponential');
    expect(complexityOf('/<[^>]*>/g')).toBe('vulnerable: 2nd degree polynomial');
    expect(complexityOf('/<[^<>]*>/g')).toBe('safe');
  });

  test('secure A2: every pattern of contract and server takes as long as its text', () => {
    expect(found.size).toBeGreaterThan(200);
    const slow = [...found].flatMap(([pattern, at]) => {
      const complexity = complexityOf(pattern);
      return complexity === 'safe' ? [] : [`${at}: ${pattern} is ${complexity}`];
    });
    expect(slow).toEqual([]);
  });

  const article = entities.article;
  const words = { forbidden: ['最佳'], harmless: [] };
  const readers: Record<string, (text: string) => unknown> = {
    ...{ sanitizeHtml, maskSecrets, phoneNumberOf, isSafeLink, readAgent, harmless, asWritten, uploadStems },
    ...{ tagsOf, hostsIn, slugFrom },
    indexedTokens: (text) => indexedTokens(1, text),
    styleOfHtml: (text) => sanitizeHtml(`<p style="${text.replaceAll('"', '')}">`),
    allowedStyle: (text) => allowedStyle(`color:${text.slice(0, 3900)}`),
    findings: (text) => findingsOf(article, { title: text, content: text }, words as never),
    addresses: (text) => addressesOf(article, { content: text }),
    schemas: (text) => {
      for (const pattern of found.keys()) if (pattern.endsWith('/u')) new RegExp(pattern.slice(1, -2), 'u').test(text);
    },
  };
  const pieces = [
    'a',
    '1',
    ' ',
    '-',
    '<',
    '<a ',
    '<img src=',
    '"',
    "='",
    '(',
    'rgb(1,',
    'a@',
    '/',
    '://a:',
    '?&a',
    '.google',
  ];
  const hostile = (length: number) =>
    [...pieces, 'password', 'token=', ',', '，', '{', '\\', '&amp;', '\n', '。1'].map(
      (piece) => `${piece.repeat(length / piece.length)}\u0001`,
    );

  async function msOf(read: (text: string) => unknown, length: number): Promise<[number, string]> {
    let slowest: [number, string] = [0, ''];
    for (const text of hostile(length)) {
      const begun = performance.now();
      try {
        await read(text);
      } catch {} // refused in time
      const ms = performance.now() - begun;
      if (ms > slowest[0]) slowest = [ms, text.slice(0, 12)];
    }
    return slowest;
  }

  test.each(Object.keys(readers))('secure A2: %s reads 100 kB in four times the time of 25 kB', async (name) => {
    const read = readers[name] as (typeof readers)[string];
    await msOf(read, 1000); // compiled and loaded
    const [quarter] = await msOf(read, 25_000);
    const [whole, text] = await msOf(read, 100_000);
    // What is quadratic takes sixteen times as long, and seconds.
    expect(whole < 100 || whole < 10 * quarter, `${whole} ms, ${quarter} ms for a quarter of ${text}`).toBe(true);
  });
});

describeTestedDatabases('secure A2: styles', (server) => {
  /** Some 20 seconds for the nested patterns that read values before; each digit more took three times as long. */
  const color = `rgb(${'1'.repeat(12)})`;
  const shadow = `box-shadow:${`${color} 1px 1px ${color},`.repeat(4)}x`;
  const html = `<p style="${shadow}">x</p>`;

  test('secure A2: a style of two hundred characters is answered at once, of an author and of a visitor', async () => {
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'Styles', model: 'article' });
    const begun = performance.now();
    await server.data('base.content/addArticle', { title: 'x', col_id, content: html });
    const { id: cid } = await server.data('base.base/addColumn', { title: 'Messages', model: 'message' });
    await server.data('base.content/addContentParams', { cid, title: 'Text', name: 'text', type: 'html' });
    const sent = await server.call(
      'site.message/send',
      { col_id: cid, data: JSON.stringify({ text: html }) },
      { token: '' },
    );
    expect([sent.body.code, performance.now() - begun < 5000]).toEqual([1, true]);
  });
});
