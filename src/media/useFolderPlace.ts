import { useListContext, useTranslate } from 'ra-core';
import { media } from '../../contract/entities/media.ts';
import { mediaFolder } from '../../contract/entities/mediaFolder.ts';
import { useAll } from '../fields/useAll.ts';
import { useFieldLabel } from '../fields/useFieldLabel.ts';

/** The folder that is open: what is searched is searched in it. */
export function useFolderPlace() {
  const translate = useTranslate();
  const label = useFieldLabel(media.name);
  const { filterValues } = useListContext();
  const { data } = useAll(mediaFolder.name);
  const folder = data?.find(({ id }) => id === Number(filterValues.folder_id));
  if (!folder) return undefined;
  const name = 'folder_id';
  return { name, word: translate('list.filterIs', { name: label(name), value: folder.title }) };
}
