import type { Entity } from './entity.ts';

/** Where the console stands on its host. */
export const basePath = '/rTopAdmin';
/** The welcome screen, below it. */
export const homeScreen = '/home';

/** The route of an entity's list; several content models share a screen and stand below it. */
export const listPath = ({ name, screen, model, sub }: Pick<Entity, 'name' | 'screen' | 'model' | 'sub'>) =>
  [screen, model ? name : sub].filter(Boolean).join('/');
