import { Alert, Box, Button } from '@mui/material';
import { useEditContext, useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { CallFailure } from '../../dataProvider/failure.ts';
import { localTime } from '../fields/localTime.ts';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import type { Resource } from '../resource.ts';
import { useDirtyFields } from './useDirtyFields.ts';

const longest = 120;
const hidden = '••••••';
const textOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** A long text from a little before where it differs from the other. */
function excerpt(text: string, other: string): string {
  if (text.length <= longest) return text;
  let same = 0;
  while (same < text.length && text[same] === other[same]) same++;
  const from = Math.max(0, Math.min(same - longest / 4, text.length - longest));
  return `${from > 0 ? '…' : ''}${text.slice(from, from + longest)}${from + longest < text.length ? '…' : ''}`;
}

/** Who saved first, and when. */
export interface StaleBy {
  username: string;
  time: Date;
}

/** As the back end says it with its refusal; undefined where it does not. */
export function staleByOf({ data }: CallFailure): StaleBy | undefined {
  const { username, time } = (data.by ?? {}) as Record<string, unknown>;
  const date = new Date(String(time));
  return username && !Number.isNaN(date.getTime()) ? { username: String(username), time: date } : undefined;
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
  const dirty = useDirtyFields();
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    refetch().then(() => setRead(true));
  }, [refetch]);
  if (!isRead || !record) return null;

  const key = resource.edit?.stale ?? 'form.stale';
  const mine = getValues();
  const differing = dirty.filter(
    (name) => name in resource.entity.fields && textOf(mine[name]) !== textOf(record[name]),
  );
  const shown = (name: string, from: Record<string, unknown>, other: Record<string, unknown>) =>
    resource.entity.fields[name]?.writeOnly ? hidden : excerpt(textOf(from[name]), textOf(other[name]));
  const takeTheirs = () => {
    reset(record, { keepDirtyValues: false });
    onSettled();
  };
  return (
    <Alert severity="warning" sx={{ mb: 1, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      {translate(by ? `${key}By` : key, { who: by?.username, when: by && localTime(by.time) })}
      <Box
        component="table"
        sx={{ width: '100%', mt: 1, borderSpacing: 4, tableLayout: 'fixed', wordBreak: 'break-word' }}
      >
        <thead>
          <Box component="tr" sx={{ textAlign: 'left' }}>
            <th scope="col">{translate('form.staleField')}</th>
            <th scope="col">{translate('form.staleMine')}</th>
            <th scope="col">{translate('form.staleTheirs')}</th>
          </Box>
        </thead>
        <tbody>
          {differing.map((name) => (
            <tr key={name}>
              <td>{label(name)}</td>
              <td>{shown(name, mine, record)}</td>
              <td>{shown(name, record, mine)}</td>
            </tr>
          ))}
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
