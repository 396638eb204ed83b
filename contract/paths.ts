import type { Entity } from './entity.ts';

export const basePath = '/rTopAdmin';
export const homeScreen = '/home';

export const contentScreen = '/content';

type Listed = Pick<Entity, 'name' | 'screen' | 'model' | 'sub'>;

export const listPath = ({ name, screen, model, sub }: Listed) =>
  [screen, model ? name : sub].filter(Boolean).join('/');

export const narrowedPath = (entity: Listed, filter: Record<string, unknown>) =>
  `${listPath(entity)}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
