import { join } from 'node:path';
import { inject } from 'vitest';
import type { Version } from './sourceSite/tables.ts';

/** The folder of the PbootCMS site of our own writing, with its pictures (`static/…`). */
export const site = inject('sourceSite');

/** Its database, as a version of PbootCMS has it. */
export const siteDatabase = (version: Version) => join(site, `${version}.db`);
export const siteDb = siteDatabase('3.0.4');
