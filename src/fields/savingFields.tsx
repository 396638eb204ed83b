import { Switch, styled } from '@mui/material';
import { type RaRecord, useRefresh, useResourceContext, useTranslate, useUpdate } from 'ra-core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { CallFailure } from '../../dataProvider/failure.ts';
import { useMay } from '../auth/useMay.ts';
import type { ShowProps } from '../declaration/common.ts';
import { useLockReason, useReportEditFailure } from '../declaration/resourceContext.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { validatorsOf } from '../declaration/validators.ts';
import { useNumberProblem } from '../ui/useNumberProblem.ts';
import { useToast } from '../ui/useToast.ts';
import { isCompositionKey } from '../utils/keyboard.ts';
import { readNumber } from '../utils/numbers.ts';

/** Inputs in the rows of a list that save at once. They are loaded after the first rows have been shown. */

function useSaveAtOnce({ name, record }: ShowProps) {
  const resource = useResourceContext() ?? '';
  const onError = useReportEditFailure();
  // react-admin updates the page's rows in the cache, but not the rows nested below them in a tree.
  const refresh = useRefresh();
  const [update, { isPending, variables }] = useUpdate();
  // `isPending` is rendered only after the second click of a double click.
  const isSaving = useRef(false);
  /** @param afterwards is called with the saved record, or with undefined if the save failed */
  const save = (value: number, previousData = record, afterwards?: (saved: RaRecord | undefined) => void) => {
    if (isSaving.current) return;
    isSaving.current = true;
    const onSettled = (saved: RaRecord | undefined, error: unknown) => {
      isSaving.current = false;
      // Shows the record that somebody else has saved meanwhile, so that the next try is based on it.
      if (saved || (error instanceof CallFailure && error.kind === 'stale')) refresh();
      afterwards?.(saved);
    };
    const params = { id: record.id, data: { [name]: value }, previousData };
    update(resource, params, { mutationMode: 'pessimistic', onError, onSettled });
  };
  return { save, isSaving, value: isPending ? variables?.data?.[name] : record[name] };
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
      // Disabling the switch while it saves would take the focus away.
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
  const { field, name, record } = props;
  const toast = useToast();
  const translate = useTranslate();
  const label = useFieldLabel(useResourceContext() ?? '');
  const { save, isSaving } = useSaveAtOnce(props);
  const own = String(record[name] ?? 0);
  const [typed, setTyped] = useState<string>();
  /** The text whose save failed. It stays, and Enter tries again. */
  const [failedText, setFailedText] = useState<string>();
  /** A number that was typed while an earlier one is being saved. */
  const next = useRef<{ value: number; text: string }>(undefined);
  const told = useRef<string>(undefined);
  const text = typed ?? own;
  const number = readNumber(text);
  const problemOf = useNumberProblem(validatorsOf(field, false));
  // Only typed text is checked. A stored value may be invalid without the user's doing.
  const problem = typed === undefined ? undefined : problemOf(typed);
  const isFailed = typed !== undefined && typed === failedText;
  const send = (value: number, sent: string, previous = record) => {
    next.current = undefined;
    save(value, previous, (saved) => {
      if (saved) setTyped((now) => (now !== undefined && readNumber(now) === value ? undefined : now));
      setFailedText(saved ? undefined : sent);
      const following = next.current;
      if (following && following.value !== value) send(following.value, following.text, saved ?? previous);
    });
  };
  const reset = () => {
    next.current = undefined;
    setFailedText(undefined);
    setTyped(undefined);
  };
  const commit = () => {
    if (typed === undefined) return;
    if (problem) {
      // The error is not told again when the field is left after Enter.
      if (told.current !== text) toast.error(new Error(problem));
      told.current = text;
    } else if (number === null) reset();
    else if (isSaving.current) next.current = { value: Number(number), text };
    else if (number === Number(own)) reset();
    else send(Number(number), text);
  };
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    if (isCompositionKey(nativeEvent)) return;
    if (key === 'Enter') commit();
    if (key === 'Escape') reset();
  };
  return (
    <Input
      inputMode="numeric"
      aria-label={label(name)}
      aria-invalid={problem !== undefined || isFailed}
      title={problem ?? (isFailed ? translate('list.notSaved') : undefined)}
      value={text}
      onChange={({ target }) => {
        setTyped(target.value);
        setFailedText(undefined);
      }}
      onBlur={() => !isFailed && commit()}
      onKeyDown={onKeyDown}
    />
  );
}
