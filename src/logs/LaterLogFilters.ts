import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';

export const LaterLogFilters = lazyComponent(() =>
  withTexts(import('./LogFilters.tsx').then((module) => module.LogFilters)),
);
