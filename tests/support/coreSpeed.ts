/** Between two tries, in ms. */
const interval = 10_000;
/** Processor time of one try on the machine of docs/measurements.md, beside its tests, in ms. */
const usual = 30;

/**
 * Measures during a run how much longer the cores take for the same work than those of docs/measurements.md. A core whose caches and
 * memory other machines use takes more processor time for the same tests: 39.7 minutes on one day, 17.0 on another.
 */
export function measureSlowness(): { stop(): number } {
  const tries: number[] = [];
  const attempt = () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    tries.push((user + system) / 1000);
  };
  const timer = setInterval(attempt, interval);
  attempt();
  return {
    /** @returns 1 where they take as long */
    stop() {
      clearInterval(timer);
      const inOrder = tries.toSorted((a, b) => a - b);
      return (inOrder[Math.floor(inOrder.length / 2)] ?? usual) / usual;
    },
  };
}

/** As tests do it: makes objects, texts and maps, sorts them, and drops them. */
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
