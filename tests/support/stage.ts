import { furnish } from './furnish.ts';
import { furnishAccess } from './furnishAccess.ts';

/** Records that the scenes show. */
export interface Stage {
  /** An article with a rich text. */
  article: number;
  /** Its title. */
  title: string;
  /** A column with articles, and its title. */
  column: number;
  columnTitle: string;
  /** Somebody with an account on the site. */
  user: number;
  /** A role with half of some screens’ rules, and an administrator who has it. */
  role: number;
  admin: number;
}

/** The records of the imported site that the scenes show. */
export async function stageOf({
  data,
}: {
  data: <T>(path: string, params?: Record<string, unknown>) => Promise<T>;
}): Promise<Stage> {
  type Rows = { id: number; title: string; col_id?: number; org_img?: string; is_top?: number }[];
  const articles = await data<{ data: Rows }>('base.content/getContentList', { model: 'article', limit: 100 });
  const columns = await data<Rows>('base.base/getAllColumnList');
  const article = articles.data.find(({ is_top }) => is_top === 1);
  const column = columns.find(({ id }) => id === article?.col_id);
  if (!article || !column) throw new Error('the imported site has no article that is pinned');
  const picture = articles.data.find(({ org_img }) => org_img)?.org_img ?? '';
  return {
    ...(await furnishAccess(data)),
    article: article.id,
    title: article.title,
    column: column.id,
    columnTitle: column.title,
    user: await furnish(data, column.id, picture),
  };
}
