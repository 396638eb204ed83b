import type { Entity } from './entity.ts';

/** The console's base path on its host. */
export const basePath = '/rTopAdmin';
/** The welcome screen, relative to `basePath`. */
export const homeScreen = '/home';

/** Leads to one of the content models, whose screens are below it. */
export const contentScreen = '/content';

type Listed = Pick<Entity, 'name' | 'screen' | 'model' | 'sub'>;

/** The route of an entity's list. Content models have a sub-route each. */
export const listPath = ({ name, screen, model, sub }: Listed) =>
  [screen, model ? name : sub].filter(Boolean).join('/');

/** The route of a list with a filter, in the format of the console's address bar. */
export const narrowedPath = (entity: Listed, filter: Record<string, unknown>) =>
  `${listPath(entity)}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
