import { article } from '../../contract/entities/article.ts';
import { contentResource } from '../content/contentResource.tsx';

export const articleResource = contentResource(article, { adds: { record: { silent: 'edits' } } });
