import type { Resource } from '../resource.ts';
import { articleResource } from './article.tsx';
import { columnResource } from './column.tsx';

/** Every entity that has screens. */
export const resources: Resource[] = [columnResource, articleResource];
