import type { ProcessorTime } from './processorTime.ts';

/** Minutes of processor time. `budget` is the goal; a run above `limit` fails. CI's cores are slower than those of docs/measurements.md. */
const budget = 16;
const limit = 60;

const inMinutes = (seconds: number) => (seconds / 60).toFixed(1);
const dearestFirst = (sums: Map<string, number>) => [...sums].sort(([, a], [, b]) => b - a);

/** @param seconds on the clock */
export function budgetReport({ total, byProject, byFile }: ProcessorTime, seconds: number): string {
  const lines = (sums: [string, number][]) => sums.map(([name, used]) => `${used.toFixed(0).padStart(7)} s  ${name}`);
  return [
    `\nProcessor time: ${inMinutes(total)} of ${budget} minutes, in ${inMinutes(seconds)} minutes on the clock. By project:`,
    ...lines(dearestFirst(byProject)),
    'The dearest files:',
    ...lines(dearestFirst(byFile).slice(0, 10)),
  ].join('\n');
}

/** Why a run that cost too much has failed. */
export function overBudget({ total, byFile }: ProcessorTime): string | undefined {
  const [dearest] = dearestFirst(byFile);
  if (total <= limit * 60) return undefined;
  return `The run took ${inMinutes(total)} minutes of processor time, more than ${limit}. Look at ${dearest?.[0]} first.`;
}
