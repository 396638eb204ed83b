import { useGetManyAggregate, useGetRecordRepresentation } from 'ra-core';

// Somebody may read this without the right to read that.
const quiet = () => {};

/** What the record is called that a reference points to, or its number where it is gone or may not be read. */
export function RefName({ entity, id }: { entity: string; id: number | null }) {
  const nameOf = useGetRecordRepresentation(entity);
  const { data, isPending } = useGetManyAggregate(
    entity,
    { ids: id ? [id] : [] },
    { enabled: Boolean(id), retry: false, onError: quiet },
  );
  const record = data?.[0];
  if (!id) return null;
  if (record) return nameOf(record);
  return isPending ? null : `#${id}`;
}
