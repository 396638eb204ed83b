import { useGetManyAggregate, useGetRecordRepresentation, useRecordContext } from 'ra-core';
import { refTitlesName } from '../../contract/fields.ts';
import { type EntityName, entities } from '../../contract/index.ts';
import { useMayChoose } from '../auth/useMay.ts';

/** Returns a function that reads a reference's title, which the back end may embed in the referring record. */
export function useEmbeddedTitle(entity: string): (record: unknown, id: number) => string | undefined {
  const nameOf = useGetRecordRepresentation(entity);
  return (record, id) => {
    const holder = record as
      | Partial<Record<string, Partial<Record<string, Record<string, unknown>>> | null>>
      | undefined;
    const title = holder?.[refTitlesName]?.[entity]?.[id];
    if (typeof title !== 'string' || title === '') return undefined;
    const label = entities[entity as EntityName]?.label;
    return label ? String(nameOf({ id, [label]: title })) : title;
  };
}

/**
 * Renders a referenced record's title, or its id if the record is gone or may not be read. It renders nothing while the
 * title loads. One call reads the records of a whole page.
 */
export function RefTitle({ entity, id }: { entity: string; id: number | null }): string | undefined {
  const nameOf = useGetRecordRepresentation(entity);
  const embeddedTitle = useEmbeddedTitle(entity);
  const holder = useRecordContext();
  const embedded = id ? embeddedTitle(holder, id) : undefined;
  const may = useMayChoose(entity);
  const { data, isPending } = useGetManyAggregate(
    entity,
    { ids: id ? [id] : [] },
    // A record without an embedded title must be read, for which the right may be missing.
    { enabled: Boolean(id) && embedded === undefined && may === true, retry: false, onError: () => {} },
  );
  if (!id || embedded !== undefined) return embedded;
  if (data?.[0]) return String(nameOf(data[0]));
  return may === undefined || (may && isPending) ? undefined : `#${id}`;
}
