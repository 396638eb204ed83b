import Close from '@mui/icons-material/Close';
import { Box, IconButton, Typography } from '@mui/material';
import { CreateBase, EditBase, type EditControllerResult, Form, useNotify, useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CallFailure } from '../../dataProvider/failure.ts';
import { useSession } from '../layout/useSession.ts';
import type { Resource } from '../resource.ts';
import { sizes } from '../theme/index.ts';
import { EntityTabs } from './EntityTabs.tsx';
import { FormFooter } from './FormFooter.tsx';
import { Failed, SkeletonRows } from './faces.tsx';
import { KeepUnsaved } from './KeepUnsaved.tsx';
import { StaleNotice } from './StaleNotice.tsx';
import { useName } from './useName.ts';

interface Props {
  resource: Resource;
  /** The record to edit, or undefined for a new one. */
  id: number | undefined;
  onClose: () => void;
}

// What one has typed stays when the record is read again, after a conflict or in the background.
const keepTyped = { keepDirtyValues: true };

/** The form of one record, new or old. */
export function EntityEditor({ resource, id, onClose }: Props) {
  const translate = useTranslate();
  const name = useName(resource);
  const isNew = id === undefined;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', px: 3, py: 1, borderBottom: 1, borderColor: 'divider' }}>
        <Typography id="panel-title" variant="h2" component="h2" sx={{ flex: 1 }}>
          {translate(isNew ? 'form.add' : 'form.edit', { name })}
        </Typography>
        <IconButton onClick={onClose} aria-label={translate('form.close')} edge="end">
          <Close />
        </IconButton>
      </Box>
      {isNew ? (
        <NewRecord resource={resource} onClose={onClose} />
      ) : (
        <OldRecord resource={resource} id={id} onClose={onClose} />
      )}
    </Box>
  );
}

function useSaved(onClose: () => void) {
  const notify = useNotify();
  const refresh = useRefresh();
  return () => {
    notify('form.saved', { type: 'success' });
    onClose();
    refresh();
  };
}

/** A refusal at fields is shown there; anything else as a toast. */
function useFailed() {
  const notify = useNotify();
  return (error: unknown) => {
    if (error instanceof CallFailure && error.kind === 'invalid') return;
    notify(error instanceof Error ? error.message : 'failure.refused', { type: 'error', autoHideDuration: 8000 });
  };
}

function NewRecord({ resource, onClose }: Omit<Props, 'id'>) {
  const saved = useSaved(onClose);
  const failed = useFailed();
  // A link may bring values along: the parent of a new column, the column of a new article.
  const [given] = useSearchParams();
  const defaults = Object.fromEntries([...given].map(([field, value]) => [field, Number(value) || value]));
  return (
    <CreateBase redirect={false} mutationOptions={{ onSuccess: saved, onError: failed }} disableAuthentication>
      <RecordForm resource={resource} defaults={defaults} isNew />
    </CreateBase>
  );
}

function OldRecord({ resource, id, onClose }: Props) {
  const saved = useSaved(onClose);
  const failed = useFailed();
  const [isStale, setStale] = useState(false);
  const onError = (error: unknown) => {
    if (error instanceof CallFailure && error.kind === 'stale') setStale(true);
    else failed(error);
  };
  return (
    <EditBase
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      mutationOptions={{ onSuccess: saved, onError }}
      queryOptions={{ refetchOnWindowFocus: false }}
      disableAuthentication
      render={(edit: EditControllerResult) => (
        <OldRecordBody edit={edit} resource={resource} isStale={isStale} onSettled={() => setStale(false)} />
      )}
    />
  );
}

interface BodyProps {
  edit: EditControllerResult;
  resource: Resource;
  isStale: boolean;
  onSettled: () => void;
}

function OldRecordBody({ edit, resource, isStale, onSettled }: BodyProps) {
  if (edit.error) return <Failed error={edit.error} onRetry={edit.refetch} />;
  if (!edit.record) return <SkeletonRows rows={8} height={sizes.row * 1.5} />;
  return (
    <RecordForm resource={resource} isNew={false}>
      {isStale && <StaleNotice resource={resource} onSettled={onSettled} />}
    </RecordForm>
  );
}

interface FormProps {
  resource: Resource;
  isNew: boolean;
  defaults?: Record<string, unknown>;
  children?: React.ReactNode;
}

function RecordForm({ resource, isNew, defaults, children }: FormProps) {
  const status = useSession();
  const isLeaving = status === 'dead' || status === 'out';
  return (
    <Box sx={{ display: 'contents', '& > form': { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 } }}>
      <Form defaultValues={defaults} resetOptions={keepTyped} warnWhenUnsavedChanges={!isLeaving} noValidate>
        <Box sx={{ px: 3, pt: 1 }}>
          <KeepUnsaved resource={resource} />
          {children}
        </Box>
        <EntityTabs resource={resource} isNew={isNew} />
        <FormFooter />
      </Form>
    </Box>
  );
}
