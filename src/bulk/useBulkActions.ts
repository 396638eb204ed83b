import type { Resource } from '../resource.ts';
import { useMay } from '../screens/useMay.ts';
import { editableFields } from './editableFields.ts';

/** What may be done with several records of a resource at once; without either none can be selected. */
export function useBulkActions(resource: Resource): { canEdit: boolean; canDelete: boolean; canSelect: boolean } {
  const { entity, name } = resource;
  const mayEdit = useMay(name, 'edit', true);
  const mayDelete = useMay(name, 'delete', true);
  const canEdit = mayEdit && entity.calls.update !== undefined && editableFields(resource).length > 0;
  const canDelete = mayDelete && entity.calls.delete !== undefined;
  return { canEdit, canDelete, canSelect: canEdit || canDelete };
}
