import { Alert, Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEditContext, useTranslate } from 'ra-core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { lastEdit } from '../../contract/calls/console.ts';
import type { Kind } from '../../contract/kinds.ts';
import type { CallFailure } from '../../dataProvider/failure.ts';
import { localTime } from '../fields/localTime.ts';
import { plain } from '../fields/plain.tsx';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import type { Resource } from '../resource.ts';
import { features, http } from '../services.ts';
import { useDirtyFields } from './useDirtyFields.ts';

const longest = 120;
const hidden = '••••••';
type Values = Record<string, unknown>;
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

/** Kinds whose values are seen as everywhere else; a text is cut to where it differs. */
const readAsShown: readonly Kind[] = [
  ...(['time', 'flag', 'bool', 'choice', 'ref', 'refs'] as const),
  ...(['image', 'images', 'files'] as const),
];

interface ValueProps {
  resource: Resource;
  name: string;
  values: Values;
  /** Those on the other side. */
  others: Values;
}

function Value({ resource, name, values, others }: ValueProps) {
  const field = resource.entity.fields[name];
  if (field?.writeOnly) return hidden;
  // A list of choices of the configuration has no kind of its own.
  if (!field || !readAsShown.includes(field.kind) || (field.kind === 'choice' && Array.isArray(values[name])))
    return excerpt(textOf(values[name]), textOf(others[name]));
  const Show = plain[field.kind];
  return <Show field={field} name={name} record={{ id: 0, [name]: values[name] }} />;
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
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    refetch().then(() => setRead(true));
  }, [refetch]);
  const staleBy = useStaleBy(resource, by, isRead);
  const mine = getValues();
  const differing = dirty.filter(
    (name) => name in resource.entity.fields && textOf(mine[name]) !== textOf(record?.[name]),
  );
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
        }}
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
              <td>
                <Value resource={resource} name={name} values={mine} others={record} />
              </td>
              <td>
                <Value resource={resource} name={name} values={record} others={mine} />
              </td>
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
