import { useFieldLabel } from '../fields/useFieldLabel.ts';
import type { Resource } from '../resource.ts';

/** What the columns of a file are called in the language at hand; where two would have one name, the later keeps the field's. */
export function useFileLabels({ name, entity }: Resource): Record<string, string> {
  const label = useFieldLabel(name);
  const taken = new Set<string>();
  const labels: Record<string, string> = {};
  for (const field of ['id', ...Object.keys(entity.fields).filter((each) => !entity.fields[each]?.virtual)]) {
    const text = label(field);
    if (!taken.has(text)) labels[field] = text;
    taken.add(text);
  }
  return labels;
}
