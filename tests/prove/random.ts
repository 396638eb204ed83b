export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number;
  /** One of these. */
  one<T>(of: readonly T[]): T;
  isOneIn(times: number): boolean;
}

/** Numbers that a seed decides (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return { next, int, one: (of) => of[int(0, of.length - 1)] as never, isOneIn: (times) => int(1, times) === 1 };
}
