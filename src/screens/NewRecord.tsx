import { CreateBase, ListContext } from 'ra-core';
import { useContext } from 'react';
import { useLocation } from 'react-router-dom';
import type { Resource } from '../resource.ts';
import { RecordForm } from './RecordForm.tsx';
import { SaveRefused } from './SaveRefused.tsx';
import { useSaved } from './useSaved.ts';
import { useSaveFailed } from './useSaveFailed.ts';
import { useSayAdded } from './useSayAdded.tsx';

/** The form of a record that is not there yet. */
export function NewRecord({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const { isSaved, onSuccess } = useSaved(onClose, useSayAdded(resource));
  const { refusal, failed } = useSaveFailed(resource, { isNew: true, isQuiet: resource.silent === 'all' });
  const listed = useListedValues(resource);
  // A link may bring values along, as the parent of a new column.
  const { state } = useLocation();
  return (
    <CreateBase redirect={false} mutationOptions={{ onSuccess, onError: failed }} disableAuthentication>
      <RecordForm resource={resource} given={{ ...listed, ...state?.given }} isSaved={isSaved} isNew>
        {refusal && <SaveRefused resource={resource} refusal={refusal} />}
      </RecordForm>
    </CreateBase>
  );
}

/** What all records of the list behind the form have in common: the column that is listed is the one to write in. */
function useListedValues({ entity, scope }: Resource): Record<string, unknown> {
  const list = useContext(ListContext);
  const common = Object.entries(list?.filterValues ?? {}).filter(
    ([name, value]) => value && (entity.fields[name]?.kind === 'ref' || scope?.includes(name)),
  );
  return Object.fromEntries(common);
}
