import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { type AttackPattern, checkSync } from 'recheck';
import { version as recheckVersion } from 'recheck/package.json' with { type: 'json' };
import { parseSync } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { codecs } from '../../contract/codecs.ts';
import { systemItems } from '../../contract/configItems.ts';
import { paramTypes } from '../../contract/entities/contentParam.ts';
import type { Field } from '../../contract/fields.ts';
import { patterns } from '../../contract/formats.ts';
import { hostsIn } from '../../contract/frameHosts.ts';
import { calls, entities, entityList } from '../../contract/index.ts';
import { fileFields, type Kind } from '../../contract/kinds.ts';
import { asHttps, isSafeLink, withNarrowScheme } from '../../contract/links.ts';
import { readMoment } from '../../contract/moment.ts';
import { oneLineOf } from '../../contract/oneLine.ts';
import { tagsOf } from '../../contract/tags.ts';
import { checkItem } from '../../server/config/configCheck.ts';
import { addressesOf, findingsOf } from '../../server/content/findings.ts';
import { phoneNumberOf, slugFrom } from '../../server/core/textFormats.ts';
import { readAgent } from '../../server/core/userAgent.ts';
import { asWritten, harmless } from '../../server/csv/csvCells.ts';
import { spellingOf } from '../../server/database/derived/spelling.ts';
import { indexedTokens, uploadStems } from '../../server/database/derived/sqlFunctions.ts';
import { checkTyped } from '../../server/engine/kinds/contentParams.ts';
import { allowedStyle } from '../../server/engine/kinds/html/htmlStyles.ts';
import { sanitizeHtml } from '../../server/engine/kinds/html/sanitizeHtml.ts';
import { paramsSchema, readForm } from '../../server/engine/schema.ts';
import { maskSecrets } from '../../server/logs/runLog.ts';
import checkedPatterns from '../support/checkedPatterns.json' with { type: 'json' };
import { cpuTimeOf } from '../support/cpuTime.ts';
import { describeTestedDatabases } from '../support/server.ts';

/**
 * recheck's verdict on a pattern stays true, so only new patterns are checked. `PATTERNS=all` checks all of them, and
 * rewrites tests/support/checkedPatterns.json.
 */
const mode = process.env.PATTERNS;

/** Where each pattern stands, by its notation in JavaScript. */
const locationByPattern = new Map<string, string>();
/** The `RegExp` calls whose pattern cannot be read from the source. */
const unreadableRegExpCalls: string[] = [];

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

function visit(node: unknown, see: (node: Tree) => void): void {
  if (!isTree(node)) return;
  see(node);
  for (const value of Object.values(node)) visit(value, see);
}

/** Collects the literals of a file, and what it passes to `RegExp`. */
function collectFrom(file: string): void {
  const source = readFileSync(file, 'utf8');
  visit(parseSync(file, source).program, (node) => {
    const { regex } = node;
    if (isTree(regex)) locationByPattern.set(`/${regex.pattern}/${regex.flags}`, file);
    if (!isTree(node.callee) || node.callee.name !== 'RegExp') return;
    const [given, flags] = node.arguments as [Tree, Tree?];
    const pattern = writtenOut(given);
    if (pattern === undefined) unreadableRegExpCalls.push(source.slice(node.start as number, node.end as number));
    else locationByPattern.set(`/${pattern}/${flags?.value ?? ''}`, file);
  });
}

/** Evaluates a string, a template with a word for each placeholder, or a joined list; undefined for anything else. */
function writtenOut(node: Tree): string | undefined {
  if (node.type === 'Literal') return String(node.value);
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('word');
  const { object, property } = (node.callee ?? {}) as { object?: Tree; property?: Tree };
  if (object?.type !== 'ArrayExpression' || property?.name !== 'join') return undefined;
  const parts = (object.elements as Tree[]).map(writtenOut);
  return parts.every((part) => part !== undefined) ? parts.join(writtenOut((node.arguments as [Tree])[0])) : undefined;
}

/** Collects the patterns in an object. Ajv compiles those of a schema with the flag `u`. */
function collectOf(object: unknown, at: string, flags = ''): void {
  visit(object, ({ pattern }) => typeof pattern === 'string' && locationByPattern.set(`/${pattern}/${flags}`, at));
}

beforeAll(() => {
  process.env.RECHECK_BACKEND = 'pure'; // the one that is the same everywhere
  for (const file of globSync('{contract,server,src/richText}/**/*.{ts,tsx}')) collectFrom(file);
  for (const { call } of calls.values()) collectOf(paramsSchema(call), 'a schema', 'u');
  for (const { name, fields } of entityList) collectOf(fields, name);
  collectOf(systemItems, 'contract/configItems.ts');
  for (const pattern of Object.values(patterns)) locationByPattern.set(`/${pattern}/`, 'contract/formats.ts');
});

/**
 * Tries an attack that recheck's fuzzer suspects: the fuzzer finds something else each time, and its steps are not the
 * engine's. For 100 kB, a quadratic pattern takes seconds, a linear one some milliseconds.
 */
function isSlow(pattern: RegExp, { pumps, suffix }: AttackPattern): boolean {
  const times = Math.ceil(100_000 / pumps.reduce((length, { pump }) => length + pump.length, 1));
  const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix;
  const before = process.cpuUsage();
  text.replace(pattern, '');
  const { user, system } = process.cpuUsage(before);
  return user + system > 500_000;
}

function complexityOf(pattern: string): string {
  const end = pattern.lastIndexOf('/');
  const [source, flags] = [pattern.slice(1, end), pattern.slice(end + 1)];
  const verdict = checkSync(source, flags, { timeout: null, maxIteration: 3 });
  if (verdict.status === 'vulnerable') {
    if (verdict.checker === 'fuzz' && !isSlow(new RegExp(source, flags), verdict.attack)) return 'safe';
    return `vulnerable: ${verdict.complexity.summary}`;
  }
  return verdict.status === 'safe' ? 'safe' : `unknown: ${verdict.error.kind}`;
}

describe('secure A2: patterns', () => {
  test('secure A2: recheck tells a pattern that takes longer and longer from one that does not', () => {
    expect(complexityOf('/^(?:a+)+$/')).toBe('vulnerable: exponential');
    expect(complexityOf('/<[^>]*>/g')).toBe('vulnerable: 2nd degree polynomial');
    expect(complexityOf('/<[^<>]*>/g')).toBe('safe');
    const attack = { pumps: [{ prefix: '', pump: '<', bias: 0 }], suffix: '', base: 1, string: '', pattern: '' };
    expect([isSlow(/<[^>]*>/g, attack), isSlow(/<[^<>]*>/g, attack)]).toEqual([true, false]);
  });

  // This is one synchronous piece of work that takes half a minute of the processor.
  test('secure A2: every pattern of contract, server and editor takes as long as its text', {
    timeout: 600_000,
  }, () => {
    expect(locationByPattern.size).toBeGreaterThan(200);
    // These calls are known: they take one of `patterns`, the pattern of a field or item, or an escaped text.
    expect(
      unreadableRegExpCalls.filter((call) => !/^new RegExp\((?:patterns\.\w+|pattern|escaped, .+)\)$/.test(call)),
    ).toEqual([]);
    const known = new Set<string>(checkedPatterns.recheck === recheckVersion ? checkedPatterns.safe : []);
    const unchecked = [...locationByPattern].filter(([pattern]) => mode === 'all' || !known.has(pattern));
    const slow = unchecked.flatMap(([pattern, at]) => {
      const complexity = complexityOf(pattern);
      return complexity === 'safe' ? [] : [`${at}: ${pattern} is ${complexity}`];
    });
    expect(slow).toEqual([]);
    if (mode !== 'all') return;
    const checked = { recheck: recheckVersion, safe: [...locationByPattern.keys()].sort() };
    writeFileSync('tests/support/checkedPatterns.json', `${JSON.stringify(checked, null, 2)}\n`);
  });

  test('secure A9: of thousands of forbidden words those are found that a long text holds', () => {
    const characters = Array.from({ length: 1600 }, (_, n) => String.fromCharCode(0x4e00 + n));
    const forbidden = [...characters.map((character) => `极${character}`), 'Best buy', '一品'];
    const text = `${'极品'.repeat(100_000)}一极丂。BEST  一流品 极优 极优质`;
    const wordsIn = (content: string, harmless: string[]) => {
      const found = findingsOf(entities.article, { title: 'x', content }, { forbidden, harmless });
      return found.filter(({ rule }) => rule === 'words').map(({ values }) => values?.words);
    };
    expect(wordsIn(text, [])).toEqual(['极丂、极优']);
    expect(wordsIn(text, ['极优质'])).toEqual(['极丂、极优']);
    expect(wordsIn(text, ['极优', '一流', '极丂'])).toEqual([]);
    expect(wordsIn(`${text} best buy`, ['一流', '极丂', '极优'])).toEqual(['Best buy']);
    // A harmless word leaves a gap: the text on both sides of it does not become one word.
    expect(wordsIn(`${text}best流buy`, ['流', '极丂', '极优'])).toEqual(['Best buy']);
  });

  const article = entities.article;
  const words = { forbidden: ['最佳'], harmless: [] };
  const kinds = Object.keys(codecs) as Kind[];
  const readers: Record<string, Reader> = {
    sanitizeHtml,
    maskSecrets,
    phoneNumberOf,
    isSafeLink,
    readAgent,
    harmless,
    asWritten,
    uploadStems,
    tagsOf,
    hostsIn,
    slugFrom,
    readMoment,
    oneLineOf,
    asHttps,
    withNarrowScheme,
    indexedTokens: (text) => indexedTokens(1, 1, text, spellingOf(text)),
    styleOfHtml: (text) => sanitizeHtml(`<p style="${text.replaceAll('"', '')}">`),
    // A style has at most 4,000 characters, so it grows up to that and is read 25 times. The middle of a text is taken,
    // because it closes what it opens.
    allowedStyles: (text) => {
      const half = 2 * Math.floor(text.length / 104);
      const style = `width:${text.slice(text.length / 2 - half, text.length / 2 + half)}`;
      for (let n = 0; n < 25; n++) allowedStyle(style);
    },
    findings: (text) => findingsOf(article, { title: text, content: text }, words as never),
    addresses: (text) => addressesOf(article, { content: text }),
    schemas: (text) => {
      for (const pattern of locationByPattern.keys())
        if (pattern.endsWith('/u')) new RegExp(pattern.slice(1, -2), 'u').test(text);
    },
    kindsOfForms: (text) => {
      for (const kind of kinds) attempt(() => readForm({ value: { kind, of: fileFields } as Field }, { value: text }));
    },
    kindsOfReplies: (text) => {
      for (const kind of kinds) {
        const { decode, decodeReply = decode } = codecs[kind];
        for (const read of [decode, decodeReply]) attempt(() => read(text, { kind, of: fileFields }));
      }
    },
  };

  test.each(Object.keys(readers))('secure A2: %s reads 100 kB in four times the time of 25 kB', (name) =>
    expectLinear(readers[name] as Reader),
  );
});

type Reader = (text: string) => unknown;

/** Ignores errors: a text may be refused, as long as that does not take long. */
function attempt(read: () => unknown): void {
  try {
    read();
  } catch {}
}

const pieces =
  'a|1|-|<|<a |<img src=|"|=\'|(|rgb(1,|a@|/|://a:|?&a|.google|password|token=|,|1,|，|{|[1,|\\|&amp;|。1'.split('|');
/** The first half of each opens, the second half closes. */
const nested = ['a() ', '()', '[]', '{}'];
const hostile = (length: number): string[] => [
  ...[...pieces, ' ', '\n'].map((piece) => `${piece.repeat(length / piece.length)}\u0001`),
  ...nested.map((pair) => {
    const half = pair.length / 2;
    return pair.slice(0, half).repeat(length / pair.length) + pair.slice(half).repeat(length / pair.length);
  }),
];

/** Fails if four times the text takes ten times as long, three times in a row. Quadratic work takes sixteen times. */
async function expectLinear(read: Reader): Promise<void> {
  const cost = (text: string) =>
    cpuTimeOf(async () => {
      try {
        await read(text);
      } catch {} // refused in time
    });
  for (const text of hostile(1000)) await cost(text); // compiled and loaded
  const quarters = hostile(25_000);
  for (const [at, text] of hostile(100_000).entries()) {
    const tries: string[] = [];
    while (tries.length < 3) {
      const quarter = await cost(quarters[at] as string);
      const whole = await cost(text);
      if (whole < 200 || whole < 10 * quarter) break;
      tries.push(`${whole} ms, ${quarter} ms for a quarter of ${text.slice(0, 12)}`);
    }
    expect(tries.length, tries.join('; ')).toBeLessThan(3);
  }
}

describeTestedDatabases('secure A2: styles', (server) => {
  /** Earlier nested patterns took some 20 seconds for this, and three times as long for each digit more. */
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

  test.each(paramTypes)(
    'secure A2: a parameter of type %s is checked in four times the time if it is four times as long',
    (type) =>
      expectLinear((text) =>
        checkTyped(server.database.db, text, { type, options: `${'x\n'.repeat(text.length / 2)}1` }),
      ),
  );

  test('secure A2: items of the configuration are checked in four times the time if they are four times as long', () =>
    expectLinear(async (text) => {
      for (const [en_name, { type }] of Object.entries(systemItems))
        await checkItem(server.database.db, text, { en_name, type, options: '' });
    }));
});
