const intervalMs = 10_000;
/** Processor time of one sample on the machine of docs/measurements.md, beside its tests. */
const referenceMs = 25;
/** How slow cores are allowed for. */
const most = 3;

/**
 * Measures during a run how much longer the cores take for the same work than those of docs/measurements.md: virtual cores of several
 * machines took 39.7 and 17.0 minutes for nearly the same tests. It runs beside the tests, on whichever core has time, so that tests which
 * keep the memory busier seem to cost a little less; no more than `most` is allowed for.
 */
export function measureSlowness(): { stop(): number } {
  const samplesMs: number[] = [];
  const sample = () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    samplesMs.push((user + system) / 1000);
  };
  work(); // compiles it
  const timer = setInterval(sample, intervalMs);
  sample();
  return {
    /** @returns how many times as long as on the reference machine; 1 is equally fast */
    stop() {
      clearInterval(timer);
      const inOrder = samplesMs.toSorted((a, b) => a - b);
      return Math.min(most, (inOrder[Math.floor(inOrder.length / 2)] ?? referenceMs) / referenceMs);
    },
  };
}

/** Creates, copies and sorts objects, as tests do. */
function work(): void {
  const rows = Array.from({ length: 30_000 }, (_, id) => ({
    id,
    title: `title ${(id * 7919) % 30_000}`,
    tags: [id, id + 1],
  }));
  const copies = JSON.parse(JSON.stringify(rows)) as typeof rows;
  const byTitle = new Map(copies.map((row) => [row.title, row]));
  if (copies.sort((a, b) => (a.title < b.title ? -1 : 1)).length !== byTitle.size) throw new Error('titles differ');
}
