/**
 * The processor time of a piece of work in ms, provided that nothing else runs in this process meanwhile. It grows less with the
 * load of a machine than the time on the clock does, but cores differ (docs/measurements.md).
 */
export async function cpuTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
