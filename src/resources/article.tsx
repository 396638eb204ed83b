import { article } from '../../contract/entities/article.ts';
import { contentResource } from '../content/contentResource.ts';

export const articleResource = contentResource(article, { silent: 'edits' });
