import { CallFailure, isRefusal } from '../../dataProvider/failure.ts';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import { isOver } from '../layout/useSession.ts';
import { fieldsOf, type Resource } from '../resource.ts';
import { session } from '../services.ts';
import { useSay } from '../useSay.ts';
import { knownTabs } from './knownFields.ts';

/** The field that a value stands in: `params` of `params.color`. */
const rootOf = (name: string) => name.split('.')[0] ?? name;

/**
 * Says why a save failed. What is refused at a field stands there, and the form itself says that it is marked; a toast
 * tells only of what the form does not show.
 * @param isQuiet nothing is said of a refusal (console.md section 8)
 */
export function useSaveFailed(resource: Resource, isQuiet = false): (error: unknown) => void {
  const say = useSay();
  const label = useFieldLabel(resource.name, resource.labels);
  const shown = new Set(knownTabs(resource).flatMap(([, tab]) => fieldsOf(tab)));
  return (error) => {
    // The sign-in says it; of a new record react-admin complains that it has no id.
    if (isOver(session.status())) return;
    if (isQuiet && isRefusal(error)) return;
    if (!(error instanceof CallFailure && error.kind === 'invalid')) return say.failed(error);
    const hidden = Object.entries(error.data.errors as Record<string, string>).filter(
      ([name]) => !shown.has(rootOf(name)),
    );
    for (const [name, message] of hidden) say.failed(new Error(`${label(rootOf(name))}: ${message}`));
  };
}
