import { CallFailure } from '../../dataProvider/failure.ts';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import type { Resource } from '../resource.ts';
import { useSay } from '../useSay.ts';

/**
 * Says why a save failed. What is refused at a field stands there, and the form itself says that it is marked; a toast
 * tells only of what the form does not show.
 */
export function useSaveFailed(resource: Resource): (error: unknown) => void {
  const say = useSay();
  const label = useFieldLabel(resource.name);
  const shown = new Set(Object.values(resource.form).flatMap(({ main, side = [] }) => [...main, ...side]));
  return (error) => {
    if (!(error instanceof CallFailure && error.kind === 'invalid')) return say.failed(error);
    const hidden = Object.entries(error.data.errors as Record<string, string>).filter(([name]) => !shown.has(name));
    for (const [name, message] of hidden) say.failed(new Error(`${label(name)}: ${message}`));
  };
}
