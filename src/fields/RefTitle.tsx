import { useGetManyAggregate, useGetRecordRepresentation, useRecordContext } from 'ra-core';
import { refTitlesName } from '../../contract/fields.ts';
import { type EntityName, entities } from '../../contract/index.ts';
import { useMayChoose } from '../auth/useMay.ts';

/** The titles of references that a back end embeds in the record that holds them. */
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
 * The title of a referenced record: embedded in the record around it, else read, with
 * one call for all references of a page. Its number if it is gone or may not be read; undefined while loading.
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

// Without embedded titles, the right to read the record may be missing.
const quiet = () => {};

/** The title of a referenced record, or its number. */
export const RefTitle = ({ entity, id }: { entity: string; id: number | null }) => useRefTitle(entity, id);
