import { Button } from '@mui/material';
import { ListContext, type RaRecord, useCloseNotification, useDataProvider, useNotify, useTranslate } from 'ra-core';
import { useContext } from 'react';
import { Link } from 'react-router-dom';
import { narrowedPath } from '../../contract/paths.ts';
import { isEmpty } from '../isEmpty.ts';
import { linkOf } from '../layout/useMenuPlace.ts';
import type { Resource } from '../resource.ts';
import { features } from '../services.ts';
import { useSay } from '../useSay.ts';

/** Long enough to be read and reached by keyboard. */
const hiddenMs = 10_000;
const one = { page: 1, perPage: 1 };

/** Says that a new record was saved; where the filters of the list behind its form hide it also that, with the way to see it. */
export function useSayAdded({ name, entity }: Resource): (record: RaRecord) => Promise<void> {
  const say = useSay();
  const notify = useNotify();
  const provider = useDataProvider();
  const list = useContext(ListContext);

  const isHidden = async (record: RaRecord) => {
    const filter = list?.filterValues ?? {};
    // A reference that is 0 stands for all, and what is equal shows the record.
    const isNarrowing = Object.entries(filter).some(
      ([field, value]) =>
        !isEmpty(value) && value !== record[field] && !(value === 0 && entity.fields[field]?.kind === 'ref'),
    );
    const isAsked = isNarrowing && record.id && features.has('ids') && features.has('filtering');
    if (!isAsked || !entity.calls.list.params?.ids) return false;
    const asked = { filter: { ...filter, ids: [record.id] }, pagination: one, sort: { field: 'id', order: 'ASC' } };
    // What cannot be asked is not said.
    const found = await provider.getList(name, asked as never).catch(() => undefined);
    return found?.total === 0;
  };
  return async (record) => {
    if (!(await isHidden(record))) say.done('form.saved');
    else {
      const action = <ShowAll to={linkOf(narrowedPath(entity, {}))} />;
      notify('form.savedHidden', { type: 'success', autoHideDuration: hiddenMs, action });
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
