import type { SelectedTest } from './selectTests.ts';
import { type Project, projectOf } from './testSeconds.ts';

/** Seconds of work that two workers do in a minute, once Vitest and the compiler have started. */
const workerSeconds = 70;
/**
 * Seconds before a project's first test: `node` needs PostgreSQL and a copy of the program, `browser` the built console
 * and Chromium.
 */
const secondsToStart: Record<Project, number> = { screens: 0, node: 10, browser: 25 };

/** Takes the nearest files that fit into a minute, at least one. Equally near ones are taken cheapest first. */
export function takeNearest(tests: readonly (SelectedTest & { seconds: number })[]): {
  taken: string[];
  left: string[];
} {
  const nearestFirst = tests.toSorted((one, other) => one.distance - other.distance || one.seconds - other.seconds);
  const started = new Set<Project>();
  const taken: string[] = [];
  const left: string[] = [];
  let available = workerSeconds;
  for (const { file, seconds } of nearestFirst) {
    const project = projectOf(file);
    const cost = seconds + (started.has(project) ? 0 : secondsToStart[project]);
    if (taken.length > 0 && cost > available) {
      left.push(file);
      continue;
    }
    taken.push(file);
    started.add(project);
    available -= cost;
  }
  return { taken, left };
}
