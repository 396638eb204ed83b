/** A line of a proof's table in docs/proof.md. */
export interface Figure {
  what: string;
  asked: string;
  reached: string | number;
}

export interface ProofOptions {
  /** The same seed makes the same choices; what the machine does between them is its own. */
  seed: number;
  /** How often; each proof has a number of its own. */
  rounds?: number | undefined;
  /** It ends in time, also before all rounds are done, and says how many were. */
  deadline: number;
  /** Of the proof alone, on a disk; removed afterwards. */
  folder: string;
  /** A copy of the program, which is only read; without it, one is made. */
  program?: string;
  say(line: string): void;
}

/** @throws Error with what was violated */
export type Prove = (options: ProofOptions) => Promise<Figure[]>;

/** Runs rounds until all are done or the time is over. @returns how many were done */
export async function eachRound(
  { rounds = 0, deadline, say }: Pick<ProofOptions, 'rounds' | 'deadline' | 'say'>,
  round: (n: number) => Promise<string>,
): Promise<number> {
  for (let n = 1; n <= rounds; n++) {
    if (Date.now() > deadline) return n - 1;
    const said = await round(n);
    if (n % 10 === 0 || n === rounds) say(`round ${n} of ${rounds}: ${said}`);
  }
  return rounds;
}

export function assert(isSo: boolean, violation: () => string): asserts isSo {
  if (!isSo) throw new Error(violation());
}
