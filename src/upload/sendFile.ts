import { throughServer } from './throughServer.ts';
import type { Way } from './way.ts';

/** Sends a file by the way that the back end offers. */
export const sendFile: Way = (file, options) => throughServer(file, options);
