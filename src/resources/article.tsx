import { article } from '../../contract/entities/article.ts';
import { contentResource } from '../content/contentResource.tsx';

export const articleResource = contentResource(article, { record: { silent: 'edits' } });
