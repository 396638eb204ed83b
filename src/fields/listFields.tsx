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

/** A number; a `sort` is edited in place by those who may edit. */
function Whole(props: ShowProps) {
  const mayEdit = useMay(useResourceContext() ?? '', 'edit');
  const areFirst = useAreFirstRows();
  const why = useLockReason()('edit', props.record);
  return props.name === 'sort' && mayEdit && !areFirst && !why ? <SortNumber {...props} /> : <Plain {...props} />;
}
const Count = ({ name, record }: ShowProps) => <>{Array.isArray(record[name]) ? record[name].length : ''}</>;
const Moment = ({ name, record }: ShowProps) => <Time value={record[name]} />;
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

/** A switch, rendered deferred. */
function Flag(props: ShowProps) {
  const isFirst = useAreFirstRows();
  // Unknown if the back end does not send it.
  if (props.record[props.name] === undefined) return null;
  return isFirst ? <div style={{ width: sizes.switch }} /> : <SavingSwitch {...props} />;
}

/** Saves at once, for those who may edit. */
function SavingSwitch({ field, name, record }: ShowProps) {
  const resource = useResourceContext() ?? '';
  const label = useFieldLabel(resource);
  const sayFailed = useReportEditFailure();
  const refresh = useRefresh();
  const mayEdit = useMay(resource, 'edit');
  const [update, { isPending, variables }] = useUpdate();
  const translate = useTranslate();
  const lockReason = useLockReason();
  const why = lockReason('edit', record) ?? lockReason(name, record);
  const isOn = Boolean(isPending ? variables?.data?.[name] : record[name]);
  const change = () =>
    update(
      resource,
      { id: record.id, data: { [name]: isOn ? 0 : 1 }, previousData: record },
      {
        mutationMode: 'pessimistic',
        // react-admin updates the page's rows in the cache, but not the rows nested below them in a tree.
        onSuccess: refresh,
        onError: sayFailed,
      },
    );
  return (
    <Switch
      size="small"
      checked={isOn}
      // Not disabled while saving, which would lose the focus.
      disabled={!mayEdit || field.computed || why !== undefined}
      title={why && translate(why)}
      onChange={() => isPending || change()}
      slotProps={{ input: { 'aria-label': label(name) } }}
    />
  );
}

/** The list cell of each kind. */
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
  time: Moment,
  images: Count,
  files: Count,
  items: Count,
  params: () => null,
  json: () => null,
};

/** Looks like plain text until hovered or focused. */
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

/** A number edited in place: Enter and blur save, Escape restores. */
function SortNumber({ name, record }: ShowProps) {
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
