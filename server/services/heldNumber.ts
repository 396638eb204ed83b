import { type SystemItem, type SystemItemName, systemItems } from '../../contract/configItems.ts';

/** The number that an item of the system's configuration holds, or the program's own where that is none. */
export function heldNumber(name: SystemItemName, held: string | null | undefined): number {
  const { min = 0, max = 0, value }: SystemItem = systemItems[name];
  const n = Number(held);
  return n >= min && n <= max ? n : Number(value);
}
