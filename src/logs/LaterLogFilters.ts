import { lazyComponent } from '../ui/lazyComponent.tsx';

export const LaterLogFilters = lazyComponent(() => import('./LogFilters.tsx').then((module) => module.LogFilters));
