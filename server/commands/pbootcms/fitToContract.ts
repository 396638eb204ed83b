import type { Entity } from '../../../contract/entity.ts';
import { isSafeLink } from '../../core/link.ts';

/**
 * Fits values to the contract: too long texts are cut, links and images with a forbidden scheme are removed. The calls'
 * schemas would refuse these; an import reports them and continues.
 * @param label the record's name in the report
 */
export function fitToContract<T extends Record<string, unknown>>(
  entity: Entity,
  values: T,
  label: string,
  say: (note: string) => void,
): T {
  const fitted = Object.entries(values).map(([name, value]) => {
    const field = entity.fields[name];
    if (typeof value !== 'string' || !field) return [name, value];
    if ((field.link || field.kind === 'image') && !isSafeLink(value)) {
      say(`${label}: the ${name} "${value.slice(0, 100)}" is not a link that may be used, so it was left out.`);
      return [name, ''];
    }
    const letters = [...value];
    if (!field.max || letters.length <= field.max) return [name, value];
    say(`${label}: the ${name} was cut from ${letters.length} to ${field.max} characters.`);
    return [name, letters.slice(0, field.max).join('')];
  });
  return Object.fromEntries(fitted) as T;
}
