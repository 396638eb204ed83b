import { useListContext, useTranslate } from 'ra-core';
import { useAll } from '../fields/useAll.ts';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import type { Resource } from '../resource.ts';
import { ListAside } from './ListAside.tsx';

/** The groups that an entity's records stand in, to choose whose are listed. */
export function Groups({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name);
  const { filterValues, setFilters } = useListContext();
  const { data = [] } = useAll(resource.entity.fields.group_id?.entity ?? '');
  const choose = (id: number) => setFilters({ ...filterValues, group_id: id || undefined }, []);
  return (
    <ListAside
      label={label('group_id')}
      choices={[{ id: 0, title: translate('list.all') }, ...data.map(({ id, title }) => ({ id: Number(id), title }))]}
      current={Number(filterValues.group_id ?? 0)}
      onChoose={choose}
    />
  );
}
