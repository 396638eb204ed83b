import { Box } from '@mui/material';
import { useResourceContext, useTranslate } from 'ra-core';
import { type ComponentType, Suspense } from 'react';
import type { Kind } from '../../contract/kinds.ts';
import { useMay } from '../auth/useMay.ts';
import type { ShowProps } from '../declaration/common.ts';
import { useLockReason } from '../declaration/resourceContext.ts';
import { sizes } from '../theme/index.ts';
import { useAreFirstRows } from '../ui/DeferredRender.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { StateChip } from '../ui/StateChip.tsx';
import { isEmpty } from '../utils/values.ts';
import { RefTitle } from './RefTitle.tsx';
import { RowPicture } from './RowPicture.tsx';
import { Time } from './Time.tsx';

const SavingSwitch = lazyComponent(() => import('../list/listRest.ts').then((module) => module.SavingSwitch));
const SortNumber = lazyComponent(() => import('../list/listRest.ts').then((module) => module.SortNumber));

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
  if (props.name !== 'sort' || !mayEdit || areFirst || why) return <Plain {...props} />;
  return (
    <Suspense fallback={<Plain {...props} />}>
      <SortNumber {...props} />
    </Suspense>
  );
}
const Int = (props: ShowProps) => (props.field.entity ? <Reference {...props} /> : <Whole {...props} />);
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
  const placeholder = <div style={{ width: sizes.switch }} />;
  if (isFirst) return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <SavingSwitch {...props} />
    </Suspense>
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
  int: Int,
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
