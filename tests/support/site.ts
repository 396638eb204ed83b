import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The real PbootCMS site that the import is tried on. */
export const site = resolve(import.meta.dirname, '../../../shared/data/pbootcms');
export const siteDb = join(site, 'pbootcms.db');
if (!existsSync(siteDb)) throw new Error(`The real site ${siteDb} is needed, and it is not there.`);
