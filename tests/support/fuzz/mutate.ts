import fc from 'fast-check';

/**
 * How a place in a reply is spoilt: a number that chooses the place, one that chooses the way, and a value for that
 * way.
 */
interface Spoiling {
  place: number;
  way: number;
  value: unknown;
}

type Holder = Record<string, unknown> | unknown[];
interface Place {
  holder: Holder;
  key: string;
}

/** Values that a back end may send in the place of another one, and values that none would send. */
const odd: unknown[] = [
  ...[null, '', 0, 1, -1, true, false, '0', '1', 'x', ' ', [], {}, [null], [[]], [{}], 1e308, 0.5, '1e999', '-0'],
  ...['2026-02-03 04:05:06', '2026-13-45', 1770091506, '1770091506000', 'null', '[', '{"a":', '[1,2]', '1,2,,x'],
  ...['__proto__', 'constructor', '<b>&amp;</b>', '\u0000', '\ud800', '中文'.repeat(2000), 'javascript:alert(1)'],
  ...[{ toString: 1, valueOf: 2 }, { length: 3 }, { id: {} }, { data: null, total: 'x' }, { children: 'x' }],
];

/** Property names that easily mislead code about an object. */
const names = ['__proto__', 'constructor', 'toString', 'length', 'then', 'id', 'data', 'total', 'children', 'sunList'];

/** Puts a copy of the value there, because the next spoiling may change it. */
const put = ({ holder, key }: Place, value: unknown) =>
  Object.defineProperty(holder, key, {
    value: structuredClone(value),
    enumerable: true,
    writable: true,
    configurable: true,
  });
const at = ({ holder, key }: Place) => (holder as Record<string, unknown>)[key];

const chosenOf = <T>(list: readonly T[], by: unknown) =>
  list[typeof by === 'number' ? Math.abs(Math.trunc(by)) % list.length : 0];

const ways: ((place: Place, value: unknown, places: Place[]) => unknown)[] = [
  (place, value) => put(place, value),
  (place, value) => put(place, chosenOf(odd, value)),
  ({ holder, key }) => (Array.isArray(holder) ? holder.splice(Number(key), 1) : Reflect.deleteProperty(holder, key)),
  (place) => put(place, String(JSON.stringify(at(place)))),
  (place) => typeof at(place) !== 'object' && put(place, String(at(place))),
  (place) => put(place, Number.parseInt(`${JSON.stringify(at(place))}`.replaceAll('"', ''), 10)),
  (place) => put(place, [at(place)]),
  (place) => put(place, { 0: at(place), 1: structuredClone(at(place)) }),
  (place, value) => !Array.isArray(place.holder) && put({ ...place, key: chosenOf(names, value) ?? '' }, at(place)),
  (place, value, places) => put(place, at(chosenOf(places, value) ?? place)),
];

function placesOf(holder: Holder, found: Place[] = []): Place[] {
  for (const [key, value] of Object.entries(holder)) {
    found.push({ holder, key });
    if (typeof value === 'object' && value !== null) placesOf(value as Holder, found);
  }
  return found;
}

/** Copies a real reply and spoils these places. @returns an object with the copy as `reply` */
export function spoilt(reply: object, spoilings: readonly Spoiling[]): object {
  const root = { reply: structuredClone(reply) as unknown };
  for (const { place, way, value } of spoilings) {
    const places = placesOf(root);
    const chosen = places[place % places.length];
    if (chosen) ways[way % ways.length]?.(chosen, value, places);
  }
  return root;
}

/** The ways in which a body arrives. Most of them leave it as it is. */
const ends: ((body: string) => { status: number; body: string })[] = [
  ...Array.from({ length: 12 }, () => (body: string) => ({ status: 200, body })),
  (body) => ({ status: 200, body: body.slice(0, body.length / 2) }),
  (body) => ({ status: 200, body: `<br />\n<b>Warning</b>: Undefined index${body}` }),
  () => ({ status: 200, body: '' }),
  () => ({ status: 200, body: '<!doctype html><title>502 Bad Gateway</title>' }),
  (body) => ({ status: 500, body }),
  (body) => ({ status: 401, body }),
  (body) => ({ status: 404, body }),
];

/** How a reply on the wire is made from a real one: from which, how it is spoilt, and how its body arrives. */
export const spoiltReply = fc.record({
  which: fc.nat(10_000),
  end: fc.nat(ends.length - 1),
  spoilings: fc.array(
    fc.record({
      place: fc.nat(5000),
      way: fc.nat(ways.length - 1),
      value: fc.oneof(fc.nat(1000), fc.constantFrom(...odd)),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});
export type SpoiltReply = typeof spoiltReply extends fc.Arbitrary<infer T> ? T : never;

/** @param reply a real reply: `{code, msg, data}` */
export function onTheWire(reply: object, { spoilings, end }: Pick<SpoiltReply, 'spoilings' | 'end'>) {
  const { reply: sent } = spoilt(reply, spoilings) as { reply: unknown };
  return (ends[end] ?? ends[0])?.(JSON.stringify(sent) ?? '') ?? { status: 200, body: '' };
}
