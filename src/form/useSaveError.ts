import { useState } from 'react';
import { CallFailure, isRefusal } from '../../dataProvider/failure.ts';
import { knownTabs } from '../declaration/knownFields.ts';
import { fieldsOf, type Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { session } from '../services/services.ts';
import { isSessionEnded } from '../services/useSession.ts';
import { useToast } from '../ui/useToast.ts';

/** The field that an error path belongs to: `params` of `params.color`. */
export const rootOf = (name: string) => name.split('.')[0] ?? name;

export const errorsOf = ({ data }: CallFailure) => Object.entries((data.errors ?? {}) as Record<string, string>);

/** Why the last save of a form was refused, and whether one of its saves found the record gone. */
export interface SaveError {
  failure: CallFailure;
  isGone: boolean;
}

interface Options {
  isNew?: boolean;
  /** Refusals make no toast (docs/contract.md, "Failures"). */
  isQuiet: boolean;
}

/**
 * Handles a failed save. react-admin shows the error of a field at that field; `SaveErrorAlert` shows `saveError` in the
 * form; a toast shows the errors of fields that the form does not have, and failures that are no refusal.
 */
export function useSaveError(resource: Resource, { isNew = false, isQuiet }: Options) {
  const toast = useToast();
  const label = useFieldLabel(resource.name, resource.labels);
  const [saveError, setSaveError] = useState<SaveError>();
  const shown = new Set(knownTabs(resource).flatMap(([, tab]) => fieldsOf(tab)));
  const handleSaveError = (error: unknown) => {
    // The sign-in dialog says so. For a new record, the error here is only react-admin's complaint about a missing id.
    if (isSessionEnded(session.status())) return;
    if (isRefusal(error)) {
      const isGone = !isNew && error.kind === 'missing';
      setSaveError((last) => ({ failure: error, isGone: isGone || last?.isGone === true }));
      if (isQuiet) return;
    }
    if (!(error instanceof CallFailure && error.kind === 'invalid')) return toast.error(error);
    const hidden = errorsOf(error).filter(([name]) => !shown.has(rootOf(name)));
    for (const [name, message] of hidden) toast.error(new Error(`${label(rootOf(name))}: ${message}`));
  };
  return { saveError, handleSaveError, clearSaveError: () => setSaveError(undefined) };
}
