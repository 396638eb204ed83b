import type { ProcessorTime } from './processorTime.ts';

/** Minutes of processor time, on cores like those of docs/measurements.md. `budget` is the goal; a run above `limit` fails. */
const budget = 16;
const limit = 20;

const inMinutes = (seconds: number) => (seconds / 60).toFixed(1);
const dearestFirst = (sums: Map<string, number>) => [...sums].sort(([, a], [, b]) => b - a);

/**
 * @param slowness of the cores (measureSlowness.ts)
 * @param seconds on the clock
 */
export function budgetReport({ total, byProject, byFile }: ProcessorTime, slowness: number, seconds: number): string {
  const lines = (sums: [string, number][]) => sums.map(([name, used]) => `${used.toFixed(0).padStart(7)} s  ${name}`);
  return [
    `\nProcessor time: ${inMinutes(total)} minutes on cores that take ${slowness.toFixed(2)} times as long as those of docs/measurements.md,`,
    `which is ${inMinutes(total / slowness)} of ${budget} minutes there; ${inMinutes(seconds)} minutes on the clock. By project:`,
    ...lines(dearestFirst(byProject)),
    'The dearest files:',
    ...lines(dearestFirst(byFile).slice(0, 10)),
  ].join('\n');
}

/**
 * Why a run that cost too much has failed.
 * @param share of all tests that it ran
 */
export function overBudget({ total, byFile }: ProcessorTime, slowness: number, share = 1): string | undefined {
  const [dearest] = dearestFirst(byFile);
  const seconds = total / slowness;
  if (seconds <= limit * share * 60) return undefined;
  return `The run took ${inMinutes(seconds)} minutes of processor time, more than ${limit * share}. Look at ${dearest?.[0]} first.`;
}
