import { useListContext, useTranslate } from 'ra-core';
import type { Model } from '../../contract/models.ts';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { useTopMenu } from '../declaration/useTopMenu.ts';
import { useTopCategories } from './ColumnCategories.tsx';

/** The column whose content is listed, and what the category is called that it is narrowed to. */
export function useContentScope({ name, entity }: Resource) {
  const translate = useTranslate();
  const label = useFieldLabel(name);
  const { filterValues } = useListContext();
  const model = entity.model as Model;
  const id = Number(filterValues.col_id ?? 0);
  const category = Number(filterValues.category_id ?? 0);
  const { data: columns = [] } = useTopMenu(model);
  const { data: categories = [] } = useTopCategories(id, model, id > 0 && category > 0);
  if (id === 0) return undefined;
  const title = columns.find((column) => column.id === id)?.title ?? `#${id}`;
  return {
    name: 'col_id',
    word: translate('list.filterIs', { name: label('col_id'), value: title }),
    titles: { category_id: categories.find((each) => each.id === category)?.title ?? `#${category}` },
  };
}
