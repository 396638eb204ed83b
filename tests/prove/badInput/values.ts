import type { Field, Fields } from '../../../contract/fields.ts';
import { entityList } from '../../../contract/index.ts';
import type { Kind } from '../../../contract/kinds.ts';
import { modelNames } from '../../../contract/models.ts';
import type { Random } from '../random.ts';

const half = '\ud83d';
const deep = (n: number) => `${'['.repeat(n)}${']'.repeat(n)}`;

/** Values that nobody means, and values that attackers send. */
const odd: unknown[] = [
  ...[null, '', ' ', 0, -1, 1, 0.5, -0, true, false, [], {}, [null], [[]], [{}], { a: { b: [1] } }],
  ...['0', '-1', '1.5', '1e309', '-1e309', 'NaN', 'Infinity', '0x10', '٣', '9007199254740993', '9223372036854775808'],
  ...[2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 63), 1e308, 5e-324, '99999999999999999999999999', '1;drop table article'],
  ...[
    "'",
    '"',
    '`',
    '\\',
    "' or 1=1--",
    "'; delete from article; --",
    '") or ("1"="1',
    '%_%',
    '*',
    '?1',
    '$1',
    ':a',
    '{x}',
  ],
  ...[
    '\0',
    'a\0b',
    half,
    `${half}a`,
    '\u202e',
    '\ufeff',
    '\u2028',
    '𠮷',
    'é',
    'e\u0301',
    '👨‍👩‍👧‍👦'.repeat(20),
    '\x7f\x1b[2J',
  ],
  ...[
    '0000-00-00',
    '2026-02-31',
    '9999-12-31T23:59:60Z',
    '+275760-09-13T00:00:01Z',
    '2026-01-01T00:00:00+99:99',
    '1e3',
  ],
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<p>'.repeat(400),
    '<a href="javascript:alert(1)">a</a>',
  ],
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    '//files.invalid',
    'http://[::1',
    '/upload/../../etc/passwd',
    'C:\\x',
    '\\\\x\\y',
  ],
  ...[
    '../../../../etc/passwd',
    '/upload/a.png%00.txt',
    '{{7*7}}',
    '#{7*7}',
    '%s%n',
    '$(id)',
    '`id`',
    '\r\nset-cookie: a=b',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', { __proto__x: 1 }, { constructor: 1 }, { toJSON: 1 }],
  ...['[', '{"a":', '{"__proto__":{"a":1}}', deep(50), deep(200), '1,2,,3', ',', '1,1,1', '[1,"2",{}]', 'null', '"a"'],
  ...['a'.repeat(5000), '中'.repeat(3000), 'a,'.repeat(2000), '<b>'.repeat(2000), ' '.repeat(3000), '((((a+)+)+)+)+$'],
];

const anId = (random: Random) => (random.isOneIn(6) ? random.int(-5, 100_000) : random.int(1, 30));
const word = (random: Random) => `${random.one(['茶', 'tea', '文章', 'é', 'Straße'])} ${random.int(1, 100_000)}`;
const link = (random: Random) =>
  random.one(['/upload/a.png', '/', 'https://files.invalid/a.zip', 'mailto:a@b.invalid']);

/** Values that the checks may accept, so that a request gets past the first of them. */
const fitting: Record<Kind, (field: Field, random: Random) => unknown> = {
  text: ({ max = 200, values, link: isLink, pattern = '' }, random) => {
    if (values) return random.one(values);
    if (isLink) return link(random);
    if (pattern.includes('@')) return `a${random.int(1, 1e6)}@example.invalid`;
    if (pattern) return random.one([`138${random.int(10_000_000, 99_999_999)}`, 'a-name', '1990-02-03']);
    return random.isOneIn(3) ? named(random) : word(random).slice(0, max);
  },
  longtext: (_field, random) => `${word(random)}\n${word(random)}`,
  html: (_field, random) => `<p>${word(random)} <strong>b</strong></p><img src="/upload/a.png">`,
  slug: (_field, random) => `name-${random.int(1, 1e6)}`,
  password: () => 'a long password',
  image: () => '/upload/a.png',
  file: () => '/upload/a.zip',
  choice: ({ values = [1] }, random) => random.one(values),
  int: (_field, random) => anId(random),
  money: () => '12.50',
  ref: (_field, random) => (random.isOneIn(2) ? 0 : anId(random)),
  refs: (_field, random) => Array.from({ length: random.int(0, 4) }, () => anId(random)),
  flag: (_field, random) => random.int(0, 1),
  bool: (_field, random) => random.isOneIn(2),
  time: (_field, random) => new Date(random.int(0, 4_000_000_000) * 1000).toISOString().replace(/\.\d+/, ''),
  images: () => [{ url: '/upload/a.png', title: 'a', intro: '', sort: 1 }],
  files: () => [{ title: 'a', url: '/upload/a.zip', size: 10, ext: 'zip', extract_code: '' }],
  items: ({ of = {} }, random) => [fittingOf(of, random)],
  params: () => ({}),
  json: (_field, random) => {
    const entity = random.one(entityList);
    const names = Object.entries(entity.fields).filter(() => random.isOneIn(4));
    return fittingOf(Object.fromEntries(names), random);
  },
};

/** A text that names something: an entity, a field, a model or an order. */
function named(random: Random): string {
  const entity = random.one(entityList);
  return random.one([entity.name, random.one(Object.keys(entity.fields)), random.one(modelNames), 'desc', 'asc']);
}

const fittingOf = (fields: Fields, random: Random): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      name === 'entity' ? random.one(entityList).name : fitting[field.kind](field, random),
    ]),
  );

/** Values for some of a call's parameters. Most fit, and up to four things are wrong. */
export function mutatedOf(fields: Fields, random: Random): Record<string, unknown> {
  const all = Object.entries(fittingOf(fields, random));
  const most = random.one([1, 2, 3, 1000]);
  const given = all.filter(([name]) => fields[name]?.required || random.int(1, most) === 1);
  const values = Object.fromEntries(given);
  for (let wrong = random.int(0, 4); wrong > 0; wrong--) {
    const name = random.isOneIn(8) ? `${random.one(odd)}` : random.one(Object.keys(fields).concat('id'));
    if (random.isOneIn(6)) Reflect.deleteProperty(values, name);
    else
      Object.defineProperty(values, name.slice(0, 300), {
        value: spoilt(values[name], random),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return values;
}

function spoilt(value: unknown, random: Random): unknown {
  if (random.isOneIn(4)) return [value];
  if (random.isOneIn(6)) return { a: value };
  if (random.isOneIn(6)) return `${value}${random.one(odd)}`;
  return random.one(odd);
}

export const oddText = (random: Random) => String(random.one(odd) ?? '');
