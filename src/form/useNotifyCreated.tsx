import { Button } from '@mui/material';
import { ListContext, type RaRecord, useCloseNotification, useNotify, useTranslate } from 'ra-core';
import { useContext } from 'react';
import { Link } from 'react-router-dom';
import { narrowedPath } from '../../contract/paths.ts';
import type { Resource } from '../declaration/resource.ts';
import { linkOf } from '../navigation/useMenuPlace.ts';
import { useProvider } from '../services/queryClient.ts';
import { features } from '../services/services.ts';
import { actionMs } from '../ui/useToast.ts';
import { isEmpty } from '../utils/values.ts';
import { useNotifySaved } from './useNotifySaved.tsx';
import type { Save } from './useSave.ts';

/** If the filters of the list behind the form hide the record, the toast offers to clear them. */
export function useNotifyCreated(
  resource: Resource,
  { options }: Pick<Save, 'options'>,
): (record: RaRecord) => Promise<void> {
  const { name, entity } = resource;
  const notify = useNotify();
  const notifySaved = useNotifySaved(resource);
  const provider = useProvider();
  const list = useContext(ListContext);

  const isHidden = async (record: RaRecord) => {
    const filter = list?.filterValues ?? {};
    // No request is needed if the record equals the filter, or the filter of a reference is 0, which means all.
    const isNarrowing = Object.entries(filter).some(
      ([field, value]) =>
        !isEmpty(value) && value !== record[field] && !(value === 0 && entity.fields[field]?.kind === 'ref'),
    );
    const canAsk = isNarrowing && record.id && features.has('ids') && features.has('filtering');
    if (!canAsk || !entity.calls.list.params?.ids) return false;
    const params = {
      filter: { ...filter, ids: [record.id] },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'id', order: 'ASC' },
    };
    // If the request fails, the record counts as visible.
    const found = await provider.getList(name, params as never).catch(() => undefined);
    return found?.total === 0;
  };
  return async (record) => {
    const { toast: message = 'form.saved' } = options.current;
    if (!(await isHidden(record))) {
      await notifySaved(message, Number(record.id));
    } else {
      const action = <ShowAll to={linkOf(narrowedPath(entity, {}))} />;
      notify('form.savedHidden', { type: 'success', autoHideDuration: actionMs, action });
    }
  };
}

function ShowAll({ to }: { to: string }) {
  const translate = useTranslate();
  const close = useCloseNotification();
  return (
    <Button color="inherit" size="small" component={Link} to={to} onClick={() => close()}>
      {translate('list.clearFilters')}
    </Button>
  );
}
