// Vitest loads this file for each of its projects, in one process.
const shared = globalThis as { madeForTests?: Map<string, Promise<unknown>> };
shared.madeForTests ??= new Map();
const made = shared.madeForTests;

/**
 * Makes a value that the projects of a run share, for the first of them that asks for it.
 * @returns the value, and whether this call made it: the project that made it also removes it
 */
export async function oncePerRun<T>(name: string, make: () => Promise<T>): Promise<{ value: T; isFirst: boolean }> {
  const before = made.get(name) as Promise<T> | undefined;
  const value = before ?? make();
  made.set(name, value);
  return { value: await value, isFirst: before === undefined };
}
