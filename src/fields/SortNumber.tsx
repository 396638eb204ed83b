import { styled } from '@mui/material';
import { useRefresh, useResourceContext, useUpdate } from 'ra-core';
import { type KeyboardEvent, useState } from 'react';
import type { ShowProps } from '../declaration/common.ts';
import { useReportEditFailure } from '../declaration/silencedCalls.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';

/** As quiet as a number until one comes to it. */
const Input = styled('input')(({ theme }) => ({
  ...theme.typography.body2,
  width: theme.spacing(8),
  padding: theme.spacing(0.25, 0.5),
  textAlign: 'right',
  color: 'inherit',
  backgroundColor: 'transparent',
  border: `1px solid transparent`,
  borderRadius: theme.shape.borderRadius,
  fontVariantNumeric: 'tabular-nums',
  '&:hover, &:focus': { borderColor: theme.palette.text.secondary },
  '&[aria-invalid=true]': { borderColor: theme.palette.error.main },
  appearance: 'textfield',
  '&::-webkit-inner-spin-button, &::-webkit-outer-spin-button': { display: 'none' },
}));

/** A number that is changed where it stands: Enter or leaving it saves, Escape takes it back. */
export function SortNumber({ name, record }: ShowProps) {
  const resource = useResourceContext() ?? '';
  const label = useFieldLabel(resource);
  const sayFailed = useReportEditFailure();
  const refresh = useRefresh();
  const [update, { isPending }] = useUpdate();
  const own = String(record[name] ?? 0);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? own;
  const isWhole = /^-?\d{1,9}$/.test(text.trim());
  const save = () => {
    if (!isWhole || Number(text) === Number(own)) return setTyped(undefined);
    if (isPending) return;
    update(
      resource,
      { id: record.id, data: { [name]: Number(text) }, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: refresh,
        onError: sayFailed,
        onSettled: () => setTyped(undefined),
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save();
    if (event.key === 'Escape') setTyped(undefined);
  };
  return (
    <Input
      inputMode="numeric"
      aria-label={label(name)}
      aria-invalid={!isWhole}
      value={text}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={save}
      onKeyDown={onKeyDown}
    />
  );
}
