import { Switch, styled } from '@mui/material';
import { useRefresh, useResourceContext, useTranslate, useUpdate } from 'ra-core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useMay } from '../auth/useMay.ts';
import type { ShowProps } from '../declaration/common.ts';
import { useLockReason, useReportEditFailure } from '../declaration/resourceContext.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { useToast } from '../ui/useToast.ts';
import { readNumber } from '../utils/format.ts';
import { isCompositionKey } from '../utils/keys.ts';

/** Fields of a list that are saved at once. The first rows show them without. */

function useSaveAtOnce({ name, record }: ShowProps) {
  const resource = useResourceContext() ?? '';
  const onError = useReportEditFailure();
  // react-admin updates the page's rows in the cache, but not the rows nested below them in a tree.
  const onSuccess = useRefresh();
  const [update, { isPending, variables }] = useUpdate();
  // `isPending` is rendered only after the second click of a double click.
  const isSaving = useRef(false);
  const save = (value: number, afterwards?: () => void) => {
    if (isSaving.current) return;
    isSaving.current = true;
    const onSettled = () => {
      isSaving.current = false;
      afterwards?.();
    };
    const params = { id: record.id, data: { [name]: value }, previousData: record };
    update(resource, params, { mutationMode: 'pessimistic', onSuccess, onError, onSettled });
  };
  return { save, value: isPending ? variables?.data?.[name] : record[name] };
}

export function SavingSwitch(props: ShowProps) {
  const { field, name, record } = props;
  const resource = useResourceContext() ?? '';
  const label = useFieldLabel(resource);
  const mayEdit = useMay(resource, 'edit');
  const { save, value } = useSaveAtOnce(props);
  const translate = useTranslate();
  const lockReason = useLockReason();
  const why = lockReason('edit', record) ?? lockReason(name, record);
  return (
    <Switch
      size="small"
      checked={Boolean(value)}
      // Not disabled while saving, which would lose the focus.
      disabled={!mayEdit || field.computed || why !== undefined}
      title={why && translate(why)}
      onChange={() => save(value ? 0 : 1)}
      slotProps={{ input: { 'aria-label': label(name) } }}
    />
  );
}

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
  '&[aria-invalid=true]': { borderColor: theme.palette.error.main, outlineColor: theme.palette.error.main },
}));

export function SortNumber(props: ShowProps) {
  const { name, record } = props;
  const translate = useTranslate();
  const toast = useToast();
  const label = useFieldLabel(useResourceContext() ?? '');
  const { save } = useSaveAtOnce(props);
  const own = String(record[name] ?? 0);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? own;
  const number = readNumber(text);
  const isWhole = Number.isSafeInteger(number);
  const commit = () => {
    if (number === null || number === Number(own)) setTyped(undefined);
    else if (!isWhole) toast.error(new Error(translate('formats.format_int')));
    else save(Number(number), () => setTyped(undefined));
  };
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    if (isCompositionKey(nativeEvent)) return;
    if (key === 'Enter') commit();
    if (key === 'Escape') setTyped(undefined);
  };
  return (
    <Input
      inputMode="numeric"
      aria-label={label(name)}
      aria-invalid={!isWhole}
      value={text}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  );
}
