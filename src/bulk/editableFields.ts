import type { Field } from '../../contract/fields.ts';
import type { Resource } from '../resource.ts';
import { knownOf } from '../screens/knownFields.ts';

const kinds = ['flag', 'choice', 'ref', 'int'];

/** The fields that make sense for many records at once: switches, choices, references, numbers. */
export const editableFields = (resource: Resource): string[] =>
  knownOf(resource, Object.keys(resource.entity.fields)).filter((name) => {
    const field = resource.entity.fields[name] as Field;
    return kinds.includes(field.kind) && !field.computed;
  });
