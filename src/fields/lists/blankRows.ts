import { useEffect, useEffectEvent } from 'react';
import { useFormContext } from 'react-hook-form';

/** Of each form, what takes the blank rows out of its lists. */
const droppers = new WeakMap<object, Set<() => boolean>>();

/**
 * Has blank rows taken out of a list before its form is saved.
 * @param drop says whether there were any
 */
export function useDropsBlankRows(drop: () => boolean): void {
  const { control } = useFormContext();
  const dropNow = useEffectEvent(drop);
  useEffect(() => {
    const own = () => dropNow();
    const all = droppers.get(control) ?? new Set();
    droppers.set(control, all.add(own));
    return () => {
      all.delete(own);
    };
  }, [control]);
}

/** Takes the blank rows out of a form's lists. @returns whether there were any: the form shows them until it is drawn again */
export const dropBlankRows = (control: object): boolean =>
  [...(droppers.get(control) ?? [])].filter((drop) => drop()).length > 0;
