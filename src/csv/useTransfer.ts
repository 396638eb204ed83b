import { useListContext, useLocaleState } from 'ra-core';
import { transferImport } from '../../contract/calls/transfer.ts';
import { takesGenericCalls, transferExport } from '../../contract/index.ts';
import { resolveDateRange } from '../../dataProvider/resolveDateRange.ts';
import { useMay, useMayCall } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { useHasNoColumn } from '../fields/useCreatable.ts';
import { http } from '../services/services.ts';
import { useAsyncAction } from '../ui/useToast.ts';
import { downloadFile } from '../utils/files.ts';
import { fileWords } from './fileWords.ts';

export function useTransfer(resource: Resource) {
  const { name, entity } = resource;
  const mayCall = useMayCall();
  const [locale] = useLocaleState();
  const { filterValues, sort } = useListContext();
  const { isBusy: isExporting, run } = useAsyncAction();
  const isTaken = takesGenericCalls(entity);
  const mayWrite = [useMay(name, 'create'), useMay(name, 'edit')].every(Boolean);
  const { create, update } = entity.calls;
  const hasNoColumn = useHasNoColumn(resource);
  const exportAll = () =>
    run(async () => {
      const words = await fileWords(entity, locale);
      const isSortable = sort.field === 'id' || entity.fields[sort.field]?.sortable;
      const order = sort.order === 'DESC' ? ('desc' as const) : ('asc' as const);
      const params = {
        entity: name,
        filter: resolveDateRange(filterValues),
        ...words,
        ...(isSortable && { sort: sort.field, order }),
      };
      downloadFile(await http.download(transferExport, params), `${name}.csv`);
    });
  return {
    canExport: isTaken && mayCall(transferExport, { entity: name }),
    canImport: isTaken && create && update && mayWrite && !hasNoColumn && mayCall(transferImport),
    isExporting,
    exportAll,
  };
}
