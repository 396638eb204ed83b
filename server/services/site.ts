import type { Db } from '../database/tables.ts';
import { configValues } from './config.ts';

/** The site's name and logo, from the configuration. */
export const webInfo = (db: Db) => configValues(db, ['web_title', 'web_logo']);
