import { CreateBase } from 'ra-core';
import { useLocation } from 'react-router-dom';
import type { Resource } from '../resource.ts';
import { RecordForm } from './RecordForm.tsx';
import { useSaved } from './useSaved.ts';
import { useSaveFailed } from './useSaveFailed.ts';

/** The form of a record that is not there yet. */
export function NewRecord({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const { isSaved, onSuccess } = useSaved(onClose);
  const failed = useSaveFailed(resource, resource.silent === 'all');
  // A link may bring values along: the parent of a new column, the column of a new article.
  const { state } = useLocation();
  return (
    <CreateBase redirect={false} mutationOptions={{ onSuccess, onError: failed }} disableAuthentication>
      <RecordForm resource={resource} given={state?.given} isSaved={isSaved} isNew />
    </CreateBase>
  );
}
