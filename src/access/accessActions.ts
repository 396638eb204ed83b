import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';

/** In a row of administrators or roles: asks about one of their rights, and shows the console as they see it. */
export const AccessActions = lazyComponent(() =>
  withTexts(import('./rightsButtons.tsx').then((module) => module.AccessButtons)),
);
