import type { Entity } from './entity.ts';

/** Where the console stands on its host. */
export const basePath = '/rTopAdmin';
/** The welcome screen, below it. */
export const homeScreen = '/home';

/** Leads to one of the content models, whose screens stand below it. */
export const contentScreen = '/content';

type Listed = Pick<Entity, 'name' | 'screen' | 'model' | 'sub'>;

/** The route of an entity's list; several content models share a screen and stand below it. */
export const listPath = ({ name, screen, model, sub }: Listed) =>
  [screen, model ? name : sub].filter(Boolean).join('/');

/** The same list narrowed, as the console writes it in its address. */
export const narrowedPath = (entity: Listed, filter: Record<string, unknown>) =>
  `${listPath(entity)}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
