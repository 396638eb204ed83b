import { bulkDuplicate, canDuplicate as isDuplicable } from '../../contract/calls/bulk.ts';
import type { Field } from '../../contract/fields.ts';
import { useMay, useMayCall } from '../auth/useMay.ts';
import { supportedFields } from '../declaration/knownFields.ts';
import type { Resource } from '../declaration/resource.ts';

/** The permitted bulk actions of a resource. Without any, rows cannot be selected. */
export function useBulkActions(resource: Resource): {
  canEdit: boolean;
  canDuplicate: boolean;
  canDelete: boolean;
  canSelect: boolean;
} {
  const { entity, name, list } = resource;
  const mayEdit = useMay(name, 'edit', true);
  const mayDelete = useMay(name, 'delete', true);
  const canEdit = mayEdit && entity.calls.update !== undefined && editableFields(resource).length > 0;
  const canDelete = mayDelete && entity.calls.delete !== undefined;
  const canDuplicate = useMayDuplicate(resource);
  return {
    canEdit,
    canDuplicate,
    canDelete,
    canSelect: canEdit || canDuplicate || canDelete || list.BulkActions !== undefined,
  };
}

export function useMayDuplicate({ name, entity }: Resource): boolean {
  const mayCreate = useMay(name, 'create');
  const mayCall = useMayCall();
  return isDuplicable(entity) && mayCreate && mayCall(bulkDuplicate);
}

const kinds = ['flag', 'choice', 'ref', 'int'];

export const editableFields = (resource: Resource): string[] =>
  supportedFields(resource, Object.keys(resource.entity.fields)).filter((name) => {
    const field = resource.entity.fields[name] as Field;
    return kinds.includes(field.kind) && !field.computed;
  });
