import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';

/** The action in a row of administrators or roles that shows the console as they see it. */
export const ViewAsAction = lazyComponent(() =>
  withTexts(import('./ViewAsButton.tsx').then((module) => module.ViewAsButton)),
);
