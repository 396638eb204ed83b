/** The content models of columns (docs/contract.md, "Screens"). Titles are in the product's first language. */
export const models = [
  { model: 'article', title: '文章', single: 0 },
  { model: 'product', title: '产品', single: 0 },
  { model: 'atlas', title: '图集', single: 0 },
  { model: 'video', title: '视频', single: 0 },
  { model: 'down', title: '下载', single: 0 },
  { model: 'recruitment', title: '招聘', single: 0 },
  { model: 'single', title: '单页', single: 1 },
  { model: 'message', title: '留言', single: 0 },
] as const;

/** Whether a column of this model can be the home page. A message column shows visitors nothing. */
export const canBeHome = (model: unknown) => model !== 'message';

export type Model = (typeof models)[number]['model'];
export const modelNames = models.map(({ model }) => model) as Model[];

/** For a call with a rule for each model: the rules' titles. */
export const titlesByModel = (title: (noun: string) => string, without?: Model): Readonly<Record<string, string>> =>
  Object.fromEntries(models.filter(({ model }) => model !== without).map((each) => [each.model, title(each.title)]));
