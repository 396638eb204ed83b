import { configNumber, configValues } from '../config/config.ts';
import type { Db } from '../database/tables.ts';

const sizeItem = 'upload_max_size';
const typeItems = { image: 'upload_image_type', video: 'upload_video_type', file: 'upload_file_type' } as const;
/** What a call takes: each has a list of types in the configuration. */
export type Taken = keyof typeof typeItems;

/** How large a file may be, in bytes: as it is set, or the program's own where that is none. */
export async function largestUpload(db: Db): Promise<number> {
  return configNumber(sizeItem, (await configValues(db, [sizeItem]))[sizeItem]) * 2 ** 20;
}

/** The extensions of the types that a call takes. */
export async function takenTypes(db: Db, taken: Taken): Promise<string[]> {
  const name = typeItems[taken];
  return (await configValues(db, [name]))[name].split(',').filter(Boolean);
}

/** The extensions that any call takes. */
export async function allTakenTypes(db: Db): Promise<string[]> {
  const values = await configValues(db, Object.values(typeItems));
  return [...new Set(Object.values(values).flatMap((list) => list.split(',').filter(Boolean)))];
}
