import { configNumber, configValues } from '../config/config.ts';
import type { Db } from '../database/tables.ts';

const sizeItem = 'upload_max_size';
const typeItems = { image: 'upload_image_type', video: 'upload_video_type', file: 'upload_file_type' } as const;
/** The kinds of upload call. Each has its list of types in the configuration. */
export type Taken = keyof typeof typeItems;

/** The largest upload in bytes: the configured limit, or the built-in one if none is set. */
export async function largestUpload(db: Db): Promise<number> {
  return configNumber(sizeItem, (await configValues(db, [sizeItem]))[sizeItem]) * 2 ** 20;
}

export async function takenTypes(db: Db, taken: Taken): Promise<string[]> {
  const name = typeItems[taken];
  return (await configValues(db, [name]))[name].split(',').filter(Boolean);
}

export async function allTakenTypes(db: Db): Promise<string[]> {
  const values = await configValues(db, Object.values(typeItems));
  return [...new Set(Object.values(values).flatMap((list) => list.split(',').filter(Boolean)))];
}
