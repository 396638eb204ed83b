import type { Field } from '../../contract/fields.ts';

/** Numbers to the right, all else to the left (look.md). */
export function alignOf({ kind }: Field): 'left' | 'right' {
  return kind === 'int' || kind === 'money' ? 'right' : 'left';
}
