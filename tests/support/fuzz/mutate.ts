import fc from 'fast-check';

/** How a place in a reply is spoilt: by a number that chooses the place, one that chooses the way, and a value. */
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

/** What back ends, and nobody, would send in the place of something else. */
const odd: unknown[] = [
  ...[null, '', 0, 1, -1, true, false, '0', '1', 'x', ' ', [], {}, [null], [[]], [{}], 1e308, 0.5, '1e999', '-0'],
  ...['2026-02-03 04:05:06', '2026-13-45', 1770091506, '1770091506000', 'null', '[', '{"a":', '[1,2]', '1,2,,x'],
  ...['__proto__', 'constructor', '<b>&amp;</b>', '\u0000', '\ud800', '中文'.repeat(2000), 'javascript:alert(1)'],
  ...[{ toString: 1, valueOf: 2 }, { length: 3 }, { id: {} }, { data: null, total: 'x' }, { children: 'x' }],
];

/** Names that an object is easily mistaken by. */
const names = ['__proto__', 'constructor', 'toString', 'length', 'then', 'id', 'data', 'total', 'children', 'sunList'];

/** What is put there is this reply's own: the next spoiling may change it. */
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

/** A real reply with these places spoilt. */
export function spoilt(reply: object, spoilings: readonly Spoiling[]): object {
  const root = { reply: structuredClone(reply) as unknown };
  for (const { place, way, value } of spoilings) {
    const places = placesOf(root);
    const chosen = places[place % places.length];
    if (chosen) ways[way % ways.length]?.(chosen, value, places);
  }
  return root;
}

/** What becomes of a body on its way, the most part nothing. */
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

/** A reply as it comes over the wire, made of a real one: which, how it is spoilt, how its body ends. */
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

/** @param reply a real one: `{code, msg, data}` */
export function onTheWire(reply: object, { spoilings, end }: Pick<SpoiltReply, 'spoilings' | 'end'>) {
  const { reply: sent } = spoilt(reply, spoilings) as { reply: unknown };
  return (ends[end] ?? ends[0])?.(JSON.stringify(sent) ?? '') ?? { status: 200, body: '' };
}
