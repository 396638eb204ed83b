import type { Entity } from './entity.ts';

/** The console's base path on its host. */
export const basePath = '/rTopAdmin';
/** The welcome screen, relative to `basePath`. */
export const homeScreen = '/home';

export const contentScreen = '/content';

type Listed = Pick<Entity, 'name' | 'screen' | 'model' | 'sub'>;

export const listPath = ({ name, screen, model, sub }: Listed) =>
  [screen, model ? name : sub].filter(Boolean).join('/');

/** The route of a list with a filter, in the format of the console's address bar. */
export const narrowedPath = (entity: Listed, filter: Record<string, unknown>) =>
  `${listPath(entity)}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
