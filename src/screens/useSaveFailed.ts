import { useState } from 'react';
import { CallFailure, isRefusal } from '../../dataProvider/failure.ts';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import { isOver } from '../layout/useSession.ts';
import { fieldsOf, type Resource } from '../resource.ts';
import { session } from '../services.ts';
import { useSay } from '../useSay.ts';
import { knownTabs } from './knownFields.ts';

/** The field that a value stands in: `params` of `params.color`. */
export const rootOf = (name: string) => name.split('.')[0] ?? name;

export const errorsOf = ({ data }: CallFailure) => Object.entries((data.errors ?? {}) as Record<string, string>);

/** The last refusal of a form's save, and whether its record turned out to be gone. */
export interface Refusal {
  failure: CallFailure;
  isGone: boolean;
}

interface Options {
  isNew?: boolean;
  /** No toast tells of a refusal (console.md section 8). */
  isQuiet: boolean;
}

/**
 * Says why a save failed. What is refused at a field stands there, and what else is refused in the form itself
 * (`SaveRefused`); a toast tells of what the form's fields do not show.
 */
export function useSaveFailed(resource: Resource, { isNew = false, isQuiet }: Options) {
  const say = useSay();
  const label = useFieldLabel(resource.name, resource.labels);
  const [refusal, setRefusal] = useState<Refusal>();
  const shown = new Set(knownTabs(resource).flatMap(([, tab]) => fieldsOf(tab)));
  const failed = (error: unknown) => {
    // The sign-in says it; of a new record react-admin complains that it has no id.
    if (isOver(session.status())) return;
    if (isRefusal(error)) {
      const isGone = !isNew && error.kind === 'missing';
      setRefusal((last) => ({ failure: error, isGone: isGone || last?.isGone === true }));
      if (isQuiet) return;
    }
    if (!(error instanceof CallFailure && error.kind === 'invalid')) return say.failed(error);
    const hidden = errorsOf(error).filter(([name]) => !shown.has(rootOf(name)));
    for (const [name, message] of hidden) say.failed(new Error(`${label(rootOf(name))}: ${message}`));
  };
  return { refusal, failed, forget: () => setRefusal(undefined) };
}
