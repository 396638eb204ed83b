/** A line of a proof's table in docs/proof.md. */
export interface Figure {
  what: string;
  asked: string;
  reached: string | number;
}

export interface ProofOptions {
  /** One seed always makes the same choices; what the machine does between them may differ. */
  seed: number;
  /** How many rounds to run. Each proof has its own default, and its own meaning of a round. */
  rounds?: number | undefined;
  /**
   * Time in milliseconds, as of `Date.now()`, at which the proof ends even if rounds are left. It then says how many
   * were done.
   */
  deadline: number;
  /** A folder for this proof alone, on a disk. It is removed afterwards. */
  folder: string;
  /** Folder of a copy of the program, which is only read. If it is absent, a copy is made. */
  program?: string;
  say(line: string): void;
}

/** @throws Error that says what was violated */
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
