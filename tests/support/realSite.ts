import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { needs } from './needs.ts';

/** A real PbootCMS site that developers may have beside the repository; nothing that is needed to pass stands on it. */
export const realSite = resolve(import.meta.dirname, '../../../shared/data/pbootcms');
export const realSiteDb = join(realSite, 'pbootcms.db');
export const needsRealSite = needs(existsSync(realSiteDb), 'no real PbootCMS site stands in ../shared/data');
