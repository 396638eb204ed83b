import { useGetManyAggregate, useGetRecordRepresentation } from 'ra-core';

/** The name of the record that a reference points to; all references of a page are read in one call. */
export function RefTitle({ entity, id }: { entity: string; id: number | null }) {
  const nameOf = useGetRecordRepresentation(entity);
  const { data } = useGetManyAggregate(entity, { ids: id ? [id] : [] }, { enabled: Boolean(id) });
  const record = data?.[0];
  return record ? nameOf(record) : null;
}
