import { describe, expect, test } from 'vitest';
import { codecs, encodeField } from '../../contract/codecs.ts';
import { type Kind, type KindValues, toIsoSeconds } from '../../contract/kinds.ts';

const image = { url: '/a.png', title: '图', intro: '', sort: 1 };
const file = { title: '附件', url: '/a.zip', size: 10, ext: 'zip', extract_code: '' };

const samples: { [K in Kind]: KindValues[K][] } = {
  text: ['', '标题', ' two  spaces ', '0', 'a=b&c,d\n"e"'],
  longtext: ['line\nline'],
  html: ['<p>正文</p>'],
  slug: ['about-us'],
  password: ['correct horse'],
  image: ['/upload/a.png'],
  file: ['https://example.com/a.zip'],
  choice: ['article'],
  int: [0, 1, -5, 2147483647, null],
  money: ['0.00', '12.50', '-3.10', '99999999.99', null],
  ref: [1, 4711, null],
  refs: [[], [1], [3, 1, 2]],
  flag: [0, 1],
  bool: [true, false],
  time: ['2026-02-03T04:05:06Z', '1970-01-01T00:00:01Z', null],
  images: [[], [image, image]],
  files: [[], [file]],
  items: [[], [{ title: '一', duration: 3 }]],
  params: [{}, { color: '红', sizes: ['S', 'M'] }],
  json: [null, 0, false, 'text', '', [1, '二'], { a: { b: null } }],
};
const every = Object.keys(codecs) as Kind[];

/** Encodes a value and decodes it again, as the other end of the wire does. */
const over = (kind: Kind, value: unknown) => codecs[kind].decode(encodeField({ kind }, value));

describe.each(every)('%s', (kind) => {
  test.each(samples[kind].map((value) => [JSON.stringify(value), value]))(
    '%s comes back as it went',
    (_text, value) => {
      expect(over(kind, value)).toEqual(value);
    },
  );

  test.each([[null], [undefined], ['']])('reads %j as empty', (nothing) => {
    expect(codecs[kind].decode(nothing)).toEqual(codecs[kind].empty);
  });

  test.each([[null], [undefined]])('writes %j as empty', (nothing) => {
    expect(over(kind, nothing)).toEqual(codecs[kind].empty);
  });
});

describe('a time', () => {
  const local = (...parts: [number, number, number, number?, number?, number?]) => toIsoSeconds(new Date(...parts));

  test.each([
    ['ISO', '2026-02-03T04:05:06Z', '2026-02-03T04:05:06Z'],
    ['ISO with parts of a second', '2026-02-03T04:05:06.789Z', '2026-02-03T04:05:06Z'],
    ['ISO of another zone', '2026-02-03T12:05:06+08:00', '2026-02-03T04:05:06Z'],
    ['Unix seconds', 1770091506, '2026-02-03T04:05:06Z'],
    ['Unix seconds as text', '1770091506', '2026-02-03T04:05:06Z'],
    ['YYYY-MM-DD HH:mm:ss, of the zone that reads it', '2026-02-03 04:05:06', local(2026, 1, 3, 4, 5, 6)],
    ['YYYY-MM-DD HH:mm', '2026-02-03 04:05', local(2026, 1, 3, 4, 5)],
    ['a day', '2026-02-03', '2026-02-03T00:00:00Z'],
    ['the leap day', '2028-02-29', '2028-02-29T00:00:00Z'],
  ])('is read from %s', (_spelling, wire, time) => {
    expect(codecs.time.decode(wire)).toBe(time);
  });

  test.each([
    [0],
    ['0'],
    ['0000-00-00 00:00:00'],
    ['2026-02-31'],
    ['2026-13-01 00:00:00'],
    ['2026-02-03 25:00:00'],
    ['hello 5'],
    ['tomorrow'],
    [true],
    [{}],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1770091506000],
    ['99999999999999999999'],
  ])('is none where the wire says %j', (wire) => {
    expect(codecs.time.decode(wire)).toBeNull();
  });
});

describe('a flag', () => {
  test.each([['1'], [1], [true], ['true']])('is on for %j', (wire) => {
    expect(codecs.flag.decode(wire)).toBe(1);
    expect(codecs.bool.decode(wire)).toBe(true);
  });

  test.each([['0'], [0], [false], ['false'], ['no'], [2], [{}]])('is off for %j', (wire) => {
    expect(codecs.flag.decode(wire)).toBe(0);
    expect(codecs.bool.decode(wire)).toBe(false);
  });

  test.each([
    [1, '1'],
    [0, '0'],
    [true, '1'],
    [false, '0'],
  ])('%j is sent as %j', (value, wire) => {
    expect(encodeField({ kind: 'flag' }, value)).toBe(wire);
  });
});

describe('a reference', () => {
  test.each([
    ['7', 7],
    [7, 7],
    [0, null],
    ['0', null],
    ['none', null],
    [{}, null],
  ])('is read from %j as %j', (wire, id) => {
    expect(codecs.ref.decode(wire)).toBe(id);
  });

  test('to nothing is sent as 0', () => {
    expect(codecs.ref.encode(null)).toBe('0');
  });
});

test.each([
  ['1,2,3', [1, 2, 3]],
  [
    [1, '2', 3],
    [1, 2, 3],
  ],
  [5, [5]],
  ['1,,x,-2,0,2.5', [1]],
  [{}, []],
])('a list of references is read from %j as %j', (wire, ids) => {
  expect(codecs.refs.decode(wire)).toEqual(ids);
});

test('a list of references is sent comma-joined', () => {
  expect(codecs.refs.encode([3, 1, 2])).toBe('3,1,2');
});

test.each([
  [JSON.stringify([image]), [image]],
  [[image], [image]],
  ['[{', []],
  ['{"url":"/a.png"}', []],
  ['/a.png', []],
  [3, []],
])('images are read from %j', (wire, images) => {
  expect(codecs.images.decode(wire)).toEqual(images);
});

test.each([
  ['12', 12],
  ['12.5', 12.5],
  [3, 3],
  ['x', null],
  [Number.POSITIVE_INFINITY, null],
  [{}, null],
])('a number is read from %j as %j', (wire, number) => {
  expect(codecs.int.decode(wire)).toBe(number);
});

test.each([
  [12.5, '12.50'],
  ['12', '12.00'],
  ['x', null],
])('money is read from %j as %j', (wire, money) => {
  expect(codecs.money.decode(wire)).toBe(money);
});

test.each([
  ['１２．５', '12.5'],
  ['12。5', '12.5'],
  ['－１２', '-12'],
  ['.5', '0.5'],
  ['-．5', '-0.5'],
  ['1.25', '1.25'],
])('day C5: the number %j is sent as %j, and means the same in a reply', (typed, number) => {
  expect(codecs.money.encode(typed)).toBe(number);
  expect(codecs.int.decode(typed)).toBe(Number(number));
  expect(codecs.money.decode(typed)).toBe(Number(number).toFixed(2));
});

test.each(['1,200', '１，２００', '12。', '。5', '1..5', '十二', '1。2。3'])('day C5: %j is no number', (typed) => {
  expect(codecs.money.decode(typed)).toBeNull();
});

test('a choice among numbers is one of them, also where the wire spells it as text', () => {
  const field = { values: [0, 1] };
  expect(codecs.choice.decode('1', field)).toBe(1);
  expect(codecs.choice.decode(0, field)).toBe(0);
});

test('a choice that is not offered stays what it is', () => {
  expect(codecs.choice.decode('blog', { values: ['article', 'single'] })).toBe('blog');
  expect(codecs.choice.decode(9, { values: [0, 1] })).toBe(9);
});

test('a text is the wire as text, whatever it is', () => {
  expect(codecs.text.decode(5)).toBe('5');
  expect(codecs.text.decode(0)).toBe('0');
  expect(codecs.text.decode(false)).toBe('false');
});

test('JSON that cannot be read is nothing', () => {
  expect(codecs.json.decode('{"a":')).toBeNull();
});
