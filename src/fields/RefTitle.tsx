import { useGetManyAggregate, useGetRecordRepresentation, useRecordContext } from 'ra-core';
import { type EntityName, entities } from '../../contract/index.ts';
import { refTitlesName } from '../../contract/refTitles.ts';
import { useMayChoose } from '../auth/useMay.ts';

/** How a record that holds references says what these are called: the names that its back end tells, if any. */
export function useEmbeddedTitle(entity: string): (record: unknown, id: number) => string | undefined {
  const nameOf = useGetRecordRepresentation(entity);
  return (record, id) => {
    const title = titleIn(record, entity, id);
    const label = entities[entity as EntityName]?.label;
    return title === undefined || !label ? title : String(nameOf({ id, [label]: title }));
  };
}

function titleIn(record: unknown, entity: string, id: number): string | undefined {
  const titles = (record as Partial<Record<string, unknown>> | undefined)?.[refTitlesName];
  const title = (titles as Partial<Record<string, Record<string, unknown>>> | null | undefined)?.[entity]?.[id];
  return typeof title === 'string' && title !== '' ? title : undefined;
}

/**
 * What the record is called that a reference points to: as the record around it says, else as it is read where one may,
 * all references of a page in one call. Its number where it is gone or nobody says; undefined until that is known.
 */
function useRefTitle(entity: string, id: number | null): string | undefined {
  const nameOf = useGetRecordRepresentation(entity);
  const embeddedTitle = useEmbeddedTitle(entity);
  const holder = useRecordContext();
  const embedded = id ? embeddedTitle(holder, id) : undefined;
  const may = useMayChoose(entity);
  const { data, isPending } = useGetManyAggregate(
    entity,
    { ids: id ? [id] : [] },
    { enabled: Boolean(id) && embedded === undefined && may === true, retry: false, onError: quiet },
  );
  if (!id || embedded !== undefined) return embedded;
  if (data?.[0]) return String(nameOf(data[0]));
  return may === undefined || (may && isPending) ? undefined : `#${id}`;
}

// Where a back end tells no titles, somebody may read this without the right to read that.
const quiet = () => {};

/** The name of the record that a reference points to, or its number where it is gone or may not be read. */
export const RefTitle = ({ entity, id }: { entity: string; id: number | null }) => useRefTitle(entity, id);
