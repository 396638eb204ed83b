import { Box, Switch, styled } from '@mui/material';
import { useRefresh, useResourceContext, useTranslate, useUpdate } from 'ra-core';
import { type ComponentType, type KeyboardEvent, useState } from 'react';
import type { Kind } from '../../contract/kinds.ts';
import { useMay } from '../auth/useMay.ts';
import type { ShowProps } from '../declaration/common.ts';
import { useLockReason, useReportEditFailure } from '../declaration/resourceContext.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { sizes } from '../theme/index.ts';
import { useAreFirstRows } from '../ui/DeferredRender.tsx';
import { StateChip } from '../ui/StateChip.tsx';
import { isEmpty } from '../utils/values.ts';
import { RefTitle } from './RefTitle.tsx';
import { RowPicture } from './RowPicture.tsx';
import { Time } from './Time.tsx';

const Text = ({ name, record }: ShowProps) => {
  const text = String(record[name] ?? '');
  return (
    <Box
      component="span"
      title={text}
      sx={{ display: 'block', maxWidth: 240, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
    >
      {text}
    </Box>
  );
};

const Plain = ({ name, record }: ShowProps) => <>{record[name] ?? ''}</>;

function Whole(props: ShowProps) {
  const mayEdit = useMay(useResourceContext() ?? '', 'edit');
  const areFirst = useAreFirstRows();
  const why = useLockReason()('edit', props.record);
  return props.name === 'sort' && mayEdit && !areFirst && !why ? <SortNumber {...props} /> : <Plain {...props} />;
}
const Count = ({ name, record }: ShowProps) => <>{Array.isArray(record[name]) ? record[name].length : ''}</>;
const Reference = ({ field, name, record }: ShowProps) => (
  <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
    <RefTitle entity={field.entity ?? ''} id={record[name]} />
  </Box>
);

function Image({ name, record }: ShowProps) {
  const url = String(record[name] ?? '');
  return url && <RowPicture src={url} hasLarge />;
}

function Choice({ name, record }: ShowProps) {
  const translate = useTranslate();
  const resource = useResourceContext();
  const value = record[name];
  if (isEmpty(value)) return null;
  const label = translate(`resources.${resource}.choices.${name}.${value}`, { _: String(value) });
  return <StateChip label={label} />;
}

function Flag(props: ShowProps) {
  const isFirst = useAreFirstRows();
  // Unknown if the back end does not send it.
  if (props.record[props.name] === undefined) return null;
  return isFirst ? <div style={{ width: sizes.switch }} /> : <SavingSwitch {...props} />;
}

function useSaveAtOnce({ name, record }: ShowProps) {
  const resource = useResourceContext() ?? '';
  const onError = useReportEditFailure();
  // react-admin updates the page's rows in the cache, but not the rows nested below them in a tree.
  const onSuccess = useRefresh();
  const [update, { isPending, variables }] = useUpdate();
  const save = (value: number, onSettled?: () => void) => {
    const params = { id: record.id, data: { [name]: value }, previousData: record };
    update(resource, params, { mutationMode: 'pessimistic', onSuccess, onError, onSettled });
  };
  return { save, isPending, value: isPending ? variables?.data?.[name] : record[name] };
}

function SavingSwitch(props: ShowProps) {
  const { field, name, record } = props;
  const resource = useResourceContext() ?? '';
  const label = useFieldLabel(resource);
  const mayEdit = useMay(resource, 'edit');
  const { save, isPending, value } = useSaveAtOnce(props);
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
      onChange={() => isPending || save(value ? 0 : 1)}
      slotProps={{ input: { 'aria-label': label(name) } }}
    />
  );
}

export const listFields: Record<Kind, ComponentType<ShowProps>> = {
  text: Text,
  longtext: Text,
  html: Text,
  slug: Text,
  password: () => null,
  image: Image,
  file: Text,
  choice: Choice,
  int: Whole,
  money: Plain,
  ref: Reference,
  refs: Count,
  flag: Flag,
  bool: Flag,
  time: ({ name, record }) => <Time value={record[name]} />,
  images: Count,
  files: Count,
  items: Count,
  params: () => null,
  json: () => null,
};

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

function SortNumber(props: ShowProps) {
  const { name, record } = props;
  const label = useFieldLabel(useResourceContext() ?? '');
  const { save, isPending } = useSaveAtOnce(props);
  const own = String(record[name] ?? 0);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? own;
  const isWhole = /^-?\d{1,9}$/.test(text.trim());
  const commit = () => {
    if (!isWhole || Number(text) === Number(own)) return setTyped(undefined);
    if (!isPending) save(Number(text), () => setTyped(undefined));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape') setTyped(undefined);
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
