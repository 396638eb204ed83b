import type { RecordCheck } from './contradictions.ts';
import type { Entity } from './entity.ts';
import type { Fields } from './fields.ts';

/** A role cannot see a `hidden` field. It sees a `read` field, but cannot change it. */
export const fieldLimits = ['hidden', 'read'] as const;
export type FieldLimit = (typeof fieldLimits)[number];

/** Keyed by entity, then by field. */
export type FieldLimits = Readonly<Record<string, Readonly<Record<string, FieldLimit>>>>;

/** Forms and publishing cannot do without these fields; a column may require its parameters. */
const needed = ['status', 'publish_time', 'expire_time', 'pid', 'model', 'params'];

/** Returns the fields that a role may be denied: those that people fill in and a record can be without. */
export const limitableFields = ({ fields, checks, label, recycle, name }: Entity): string[] =>
  !recycle || name === 'media'
    ? []
    : Object.keys(fields).filter((each) => {
        const { computed, required, kind } = fields[each] ?? {};
        const isNeeded = ['sort', label, ...needed, ...boundTogether(fields, checks)].includes(each);
        return !computed && !required && kind !== 'slug' && !isNeeded;
      });

/** Fields that limit each other are excluded, because the refusal of one would tell about the other. */
const boundTogether = (fields: Fields, checks: readonly RecordCheck[] = []) => [
  ...Object.entries(fields).flatMap(([name, { atLeast }]) => (atLeast ? [name, atLeast] : [])),
  ...checks.flatMap((check) => check.fields),
];

/** Returns the field by which a record belongs to a column; `id` for columns themselves. */
export function columnFieldOf({ name, model, isLog, fields }: Pick<Entity, 'name' | 'model' | 'isLog' | 'fields'>) {
  if (name === 'column') return 'id';
  return model || (isLog && fields.col_id) ? 'col_id' : fields.cid?.entity === 'column' ? 'cid' : undefined;
}

/** Whether a record belongs to the administrator who made it. */
export const isOwned = ({ model, fields }: Pick<Entity, 'model' | 'fields'>): boolean =>
  model !== undefined && 'admin_id' in fields;
