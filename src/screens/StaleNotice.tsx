import { Alert, Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEditContext, useTranslate } from 'ra-core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { lastEdit } from '../../contract/calls/console.ts';
import type { CallFailure } from '../../dataProvider/failure.ts';
import { ComparedValue, isSameValue } from '../fields/compare/ComparedValue.tsx';
import { localTime } from '../fields/localTime.ts';
import { useFormParams } from '../fields/params/useFormParams.ts';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import type { Resource } from '../resource.ts';
import { features, http } from '../services.ts';
import { useDirtyFields } from './useDirtyFields.ts';

type Values = Record<string, unknown>;

/** Who saved first, and when. */
export interface StaleBy {
  username: string;
  time: Date;
}

/** As the back end says it with its refusal; undefined where it does not. */
export const staleByOf = ({ data }: CallFailure): StaleBy | undefined => readEdit(data.by);

function readEdit(edit: unknown): StaleBy | undefined {
  const { username, time } = (edit ?? {}) as Values;
  const date = new Date(String(time));
  return username && !Number.isNaN(date.getTime()) ? { username: String(username), time: date } : undefined;
}

/** Who saved first: as the refusal told it, else as the back end tells it when asked. */
function useStaleBy(resource: Resource, told: StaleBy | undefined, isRead: boolean): StaleBy | undefined {
  const { record } = useEditContext();
  const { data } = useQuery({
    enabled: isRead && !told && features.offers(lastEdit),
    queryKey: ['lastEdit', resource.name, record?.id, record?.version],
    queryFn: ({ signal }) => http.call(lastEdit, { entity: resource.name, id: Number(record?.id) }, signal),
  });
  return told ?? readEdit(data);
}

interface Props {
  resource: Resource;
  by: StaleBy | undefined;
  onSettled: () => void;
}

/**
 * Someone else saved first. The record is read again; fields that one has not touched show it, and for those that
 * differ one chooses. Nothing typed is lost.
 */
export function StaleNotice({ resource, by, onSettled }: Props) {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name, resource.labels);
  const { record, refetch } = useEditContext();
  const { getValues, reset } = useFormContext();
  useWatch(); // one may go on typing, also what is compared here
  const dirty = useDirtyFields();
  const { fields } = resource.entity;
  const params = useFormParams(resource.entity);
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    refetch().then(() => setRead(true));
  }, [refetch]);
  const staleBy = useStaleBy(resource, by, isRead);
  const mine = getValues();
  const differing = dirty.filter((name) => name in fields && !isSameValue(fields[name], mine[name], record?.[name]));
  // Such as after a draft was let go.
  const isOver = isRead && record !== undefined && differing.length === 0;
  const settle = useEffectEvent(onSettled);
  useEffect(() => {
    if (isOver) settle();
  }, [isOver]);
  if (!isRead || !record || isOver) return null;

  const key = resource.edit?.stale ?? 'form.stale';
  const takeTheirs = () => {
    reset(record, { keepDirtyValues: false });
    onSettled();
  };
  return (
    <Alert severity="warning" sx={{ mb: 1, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      {translate(staleBy ? `${key}By` : key, { who: staleBy?.username, when: staleBy && localTime(staleBy.time) })}
      <Box
        component="table"
        sx={{
          ...{ width: '100%', mt: 1, borderSpacing: 4, tableLayout: 'fixed', wordBreak: 'break-word' },
          // A time breaks before it is cut.
          '& time': { whiteSpace: 'normal' },
          '& td': { verticalAlign: 'top' },
        }}
      >
        <thead>
          <Box component="tr" sx={{ textAlign: 'left' }}>
            <Box component="th" scope="col" sx={{ width: '24%' }}>
              {translate('form.staleField')}
            </Box>
            <th scope="col">{translate('form.staleMine')}</th>
            <th scope="col">{translate('form.staleTheirs')}</th>
          </Box>
        </thead>
        <tbody>
          {differing.map((name) => {
            const compared = { field: fields[name], name, params };
            return (
              <tr key={name}>
                <td>{label(name)}</td>
                <td>
                  <ComparedValue {...compared} values={mine} others={record} />
                </td>
                <td>
                  <ComparedValue {...compared} values={record} others={mine} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </Box>
      <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
        <Button type="submit" size="small" variant="outlined" color="inherit">
          {translate('form.keepMine')}
        </Button>
        <Button size="small" color="inherit" onClick={takeTheirs}>
          {translate('form.takeTheirs')}
        </Button>
      </Box>
    </Alert>
  );
}
