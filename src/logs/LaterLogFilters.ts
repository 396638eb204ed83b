import { lazyComponent } from '../ui/lazyComponent.tsx';

/** The filters of a log, in a chunk of their own. */
export const LaterLogFilters = lazyComponent(() => import('./LogFilters.tsx').then((module) => module.LogFilters));
