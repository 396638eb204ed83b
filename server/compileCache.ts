import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where what was compiled is kept between starts. A process that is given it loads no compiler where all is there. */
export const compileCache = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'node-compile-cache'),
};
