import type { Field } from '../../contract/fields.ts';
import type { Resource } from '../resource.ts';

const kinds = ['flag', 'choice', 'ref', 'int'];

/** The fields that make sense for many records at once: switches, choices, references, numbers. */
export const editableFields = ({ entity }: Resource): string[] =>
  Object.keys(entity.fields).filter((name) => {
    const field = entity.fields[name] as Field;
    return kinds.includes(field.kind) && !field.computed;
  });
