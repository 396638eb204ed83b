import type { Db } from './tables.ts';

export async function sampleSite(_db: Db): Promise<void> {}
