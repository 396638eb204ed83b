/**
 * What a piece of work costs this process, in ms of the processor: a busy machine changes that little. Nothing else may run in
 * the process meanwhile.
 */
export async function cpuTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
