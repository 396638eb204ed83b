import { later } from '../ui/later.tsx';

/** The filters of a log, in a chunk of their own. */
export const LaterLogFilters = later(() => import('./LogFilters.tsx').then((module) => module.LogFilters));
