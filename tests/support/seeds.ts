/** `TEST_SEEDS=10 npm test` tries ten times as many random cases, as the nightly run does. */
const factor = Number(process.env.TEST_SEEDS ?? 1);

/** How many random cases a test tries. */
export const seeds = (few: number): number => few * factor;
