import { join } from 'node:path';

/**
 * Where what was compiled is kept between starts: with the program, not in a temporary folder, where another user of the
 * machine may have been first. A process that is given it loads no compiler where all is there; without it all works too.
 */
export const compileCache = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(import.meta.dirname, '../../node_modules/.cache/compiled'),
};
