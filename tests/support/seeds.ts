/** `TEST_SEEDS=10 npm test` tries ten times as many random cases, as the nightly run does. */
const factor = Number(process.env.TEST_SEEDS ?? 1);

/** @returns how many random cases a test tries, for a number that `npm test` has time for */
export const seeds = (usual: number): number => usual * factor;
