import { CreateBase, ListContext } from 'ra-core';
import { useContext } from 'react';
import { useLocation } from 'react-router-dom';
import type { Resource } from '../declaration/resource.ts';
import { RecordForm } from './RecordForm.tsx';
import { useNotifyCreated } from './useNotifyCreated.tsx';
import { useSave } from './useSave.ts';

export function CreateRecord({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const save = useSave(resource, true);
  const mutationOptions = save.mutationOptions(useNotifyCreated(resource, save));
  const listed = useListedValues(resource);
  // A link may pass initial values, such as the parent of a new column.
  const { state } = useLocation();
  // The footer shows it before its input, a chunk of its own, has set it.
  const { footerField } = resource.form;
  const shown = footerField && { [footerField]: resource.entity.fields[footerField]?.default };
  const given = { ...shown, ...listed, ...state?.given };
  return (
    <CreateBase redirect={false} mutationOptions={mutationOptions} transform={save.transform} disableAuthentication>
      <RecordForm resource={resource} id={0} given={given} save={save} onClose={onClose} />
    </CreateBase>
  );
}

/** Initial values from the list's filter: whoever adds an article while looking at a column adds it to that column. */
function useListedValues({ entity, list: { scope } }: Resource): Record<string, unknown> {
  const list = useContext(ListContext);
  const isCommon = (name: string) => entity.fields[name]?.kind === 'ref' || scope?.includes(name);
  const filter = Object.entries(list?.filterValues ?? {});
  return Object.fromEntries(filter.filter(([name, value]) => value && isCommon(name)));
}
