import { useEffect, useEffectEvent } from 'react';
import { useFormContext } from 'react-hook-form';

/** By form control: functions that remove the blank rows of one of its lists. */
const droppers = new WeakMap<object, Set<() => boolean>>();

/** Before the form is saved. @param drop removes blank rows, and returns whether there were any */
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

/** @returns whether there were any: then the form's values change with its next rendering */
export const dropBlankRows = (control: object): boolean =>
  [...(droppers.get(control) ?? [])].filter((drop) => drop()).length > 0;
