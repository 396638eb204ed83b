import { useEffect, useEffectEvent } from 'react';
import { useFormContext } from 'react-hook-form';

/** Functions that remove the blank rows of a list, for each form's control. */
const droppers = new WeakMap<object, Set<() => boolean>>();

/** Removes a list's blank rows before the form is saved. @param drop removes them and returns whether there were any */
export function useDropsBlankRows(drop: () => boolean): void {
  const { control } = useFormContext();
  const dropNow = useEffectEvent(drop);
  useEffect(() => {
    const dropRows = () => dropNow();
    const all = droppers.get(control) ?? new Set();
    droppers.set(control, all.add(dropRows));
    return () => {
      all.delete(dropRows);
    };
  }, [control]);
}

/** @returns whether there were any blank rows; if so, the form's values change with its next rendering */
export const dropBlankRows = (control: object): boolean =>
  [...(droppers.get(control) ?? [])].filter((drop) => drop()).length > 0;
