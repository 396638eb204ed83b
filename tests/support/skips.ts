import type { TestOutcome } from './countingReporter.ts';

/** Reports the skipped tests: a line for each reason, with the number of its tests and their files. */
export function reportSkips(tests: readonly TestOutcome[]): { lines: string[]; forLackOfPrograms: string[] } {
  const skipped = tests.filter(({ state }) => state === 'skipped');
  const linesOf = (some: readonly TestOutcome[]) =>
    [...Map.groupBy(some, ({ skipReason }) => skipReason ?? 'its test says no reason')].map(([reason, their]) => {
      const files = new Set(their.map(({ file }) => file.replace(/^tests\//, '')));
      return `${reason}: ${their.length} ${their.length === 1 ? 'test' : 'tests'} in ${[...files].join(', ')}`;
    });
  return { lines: linesOf(skipped), forLackOfPrograms: linesOf(skipped.filter(({ lacksProgram }) => lacksProgram)) };
}
