import Close from '@mui/icons-material/Close';
import { Box, IconButton, Typography } from '@mui/material';
import { useCanAccess, useGetOne, useTranslate } from 'ra-core';
import { Suspense, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { explain } from '../../contract/calls/explain.ts';
import { NoRight } from '../auth/Forbidden.tsx';
import { useMayCall } from '../auth/useMay.ts';
import { DuplicateButton } from '../bulk/duplicate.tsx';
import { useMayDuplicate } from '../bulk/useBulkActions.ts';
import type { Resource } from '../declaration/resource.ts';
import { useName } from '../declaration/useFieldLabel.ts';
import { useFormAddress } from '../drafts/formDrafts.ts';
import { FormHandleContext } from '../form/formHandle.tsx';
import { RecordEditor } from '../form/RecordEditor.tsx';
import { WritingButtons } from '../form/WritingButtons.tsx';
import { useChosenView, WritingContext } from '../form/writingView.tsx';
import { LogRecord } from '../logs/LogRecord.tsx';
import { sizes } from '../theme/index.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';
import { Failed } from '../ui/states/Failed.tsx';
import { NoRecord } from '../ui/states/NotFound.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { RelatedButtons, RelatedList, versions } from './relatedLists.tsx';

const VersionsOfRecord = lazyComponent(() =>
  withTexts(import('../versions/VersionsOfRecord.tsx').then((module) => module.VersionsOfRecord)),
);

const RightsOfRecord = lazyComponent(() =>
  withTexts(import('../access/rightsButtons.tsx').then((module) => module.RightsOfRecord)),
);

interface Props {
  resource: Resource;
  id: number | undefined;
  onClose: () => void;
}

/** A record's form below its heading, with what else there is of the record: in a panel, or in the place of a list. */
export function RecordPanel({ resource, id, onClose }: Props) {
  const translate = useTranslate();
  const name = useName(resource);
  const isNew = id === undefined;
  const [wasNew] = useState(isNew);
  const [list, setList] = useState<string>();
  const form = useRef<UseFormReturn>(null);
  const access = useCanAccess({ resource: resource.name, action: isNew ? 'create' : 'edit' });
  const mayAsk = useMayCall()(explain);
  const mayDuplicate = useMayDuplicate(resource);
  const isReadOnly = access.canAccess === false;
  // From the cache: the form loads it.
  const { data } = useGetOne(resource.name, { id: id ?? 0 }, { enabled: false });
  // As in RecordEditor: one that was created may be kept under id 0.
  const record = isNew ? undefined : data;
  const { isInPlace } = useFormAddress();
  const chosenView = useChosenView(resource, isNew);
  // The writing view takes the panel's whole width; in the place of a list there is none to take.
  const writing = isInPlace ? undefined : chosenView;
  const title = isNew ? 'form.add' : isReadOnly ? 'form.view' : 'form.edit';

  const body = () => {
    // In the place of a list there may be a record that is yet to be filled.
    if (!isNew && !(id > 0) && !isInPlace) return <NoRecord onClose={onClose} />;
    if (access.error && access.canAccess === undefined)
      return <Failed level={3} error={access.error} onRetry={access.refetch} />;
    // The form of a new record stays while the right to edit it is looked up.
    if (access.isPending && (isNew || !wasNew)) return <SkeletonRows rows={8} height={sizes.formRow} />;
    if (!isNew && resource.entity.isLog) return <LogRecord resource={resource} id={id} onClose={onClose} />;
    if (isNew && isReadOnly) return <NoRight resource={resource.name} action="create" onClose={onClose} />;
    return <RecordEditor resource={resource} id={id} isReadOnly={isReadOnly} onClose={onClose} />;
  };
  return (
    <Box
      data-writing={writing?.isOn || undefined}
      sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          alignItems: 'center',
          px: 3,
          py: 1,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        {/* Not 0: on a phone the line of the related lists would stand beside it, and leave it no width. */}
        <Typography id="panel-title" variant="h2" component="h2" noWrap sx={{ flex: 1, minWidth: '1px' }}>
          {translate(title, { name })}{' '}
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 'fontWeightRegular' }}>
            {record?.[resource.entity.label]}
          </Box>
        </Typography>
        {record && !resource.entity.isLog && <RelatedButtons resource={resource} shown={list} onShow={setList} />}
        {record && mayAsk && !resource.entity.isLog && (
          <Suspense fallback={<Box sx={{ width: sizes.action }} />}>
            <RightsOfRecord resource={resource} record={record} />
          </Suspense>
        )}
        {record && mayDuplicate && <DuplicateButton resource={resource} record={record} opensCopy />}
        {writing && !list && <WritingButtons {...writing} />}
        {!isInPlace && (
          <IconButton onClick={onClose} aria-label={translate('form.close')} edge="end">
            <Close />
          </IconButton>
        )}
      </Box>
      {list === versions && (
        <Suspense fallback={<SkeletonRows rows={6} height={sizes.row} />}>
          <VersionsOfRecord resource={resource} id={id ?? 0} form={form} onBack={() => setList(undefined)} />
        </Suspense>
      )}
      {list && list !== versions && (
        <RelatedList resource={resource} id={id ?? 0} entity={list} onBack={() => setList(undefined)} />
      )}
      {/* Hidden, not unmounted: the form keeps its values. */}
      <Box sx={{ display: list ? 'none' : 'contents' }}>
        <WritingContext value={writing}>
          <FormHandleContext value={form}>{body()}</FormHandleContext>
        </WritingContext>
      </Box>
    </Box>
  );
}
