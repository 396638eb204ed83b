import { type SystemItem, type SystemItemName, systemItems } from '../../contract/configItems.ts';

/** The number that an item of the system's configuration holds, or the program's own where it is none or out of range. */
export function heldNumber(name: SystemItemName, held: string | null | undefined): number {
  const { min = 0, max = 0, allowsZero, value }: SystemItem = systemItems[name];
  const n = Number(held);
  if (allowsZero && held === '0') return 0;
  return n >= min && n <= max ? n : Number(value);
}
