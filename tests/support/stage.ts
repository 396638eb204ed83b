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
  type Rows = { id: number; title: string; org_img?: string }[];
  const articles = await data<{ data: Rows }>('base.content/getContentList', { model: 'article', limit: 100 });
  const columns = await data<Rows>('base.base/getAllColumnList');
  const named = (rows: Rows, title: string) => {
    const row = rows.find((each) => each.title === title);
    if (!row) throw new Error(`the imported site has no ${title}`);
    return row;
  };
  const [article, column] = [named(articles.data, 'PbootCMSV1.0.0正式发布'), named(columns, '公司动态')];
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
