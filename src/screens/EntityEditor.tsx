import Close from '@mui/icons-material/Close';
import { Alert, Box, IconButton, Typography } from '@mui/material';
import { CreateBase, EditBase, type EditControllerResult, Form, useCanAccess, useRefresh, useTranslate } from 'ra-core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Action } from '../../authProvider/index.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { isOver } from '../layout/useSession.ts';
import type { Resource } from '../resource.ts';
import { session } from '../services.ts';
import { sizes } from '../theme/index.ts';
import { useSay } from '../useSay.ts';
import { EntityTabs } from './EntityTabs.tsx';
import { FormFooter } from './FormFooter.tsx';
import { Failed } from './faces/Failed.tsx';
import { Forbidden } from './faces/Forbidden.tsx';
import { NoRecord } from './faces/NoRecord.tsx';
import { SkeletonRows } from './faces/SkeletonRows.tsx';
import { ToList } from './faces/ToList.tsx';
import { useRight } from './faces/useRight.ts';
import { KeepUnsaved } from './KeepUnsaved.tsx';
import { StaleNotice } from './StaleNotice.tsx';
import { useName } from './useName.ts';
import { useSaveFailed } from './useSaveFailed.ts';

interface Props {
  resource: Resource;
  /** The record to edit, or undefined for a new one. */
  id: number | undefined;
  onClose: () => void;
}

// A record that cannot be read says so in its panel, where one can try again.
const stay = () => {};
// What one has typed stays when the record is read again, after a conflict or in the background.
const keepTyped = { keepDirtyValues: true };

/** The form of one record, new or old; what one may not change is only shown. */
export function EntityEditor({ resource, id, onClose }: Props) {
  const translate = useTranslate();
  const name = useName(resource);
  const isNew = id === undefined;
  const access = useCanAccess({ resource: resource.name, action: isNew ? 'create' : 'edit' });
  const isReadOnly = access.canAccess === false;
  const title = isNew ? 'form.add' : isReadOnly ? 'form.view' : 'form.edit';

  const body = () => {
    if (!isNew && !(id > 0)) return <NoRecord onClose={onClose} />;
    if (access.error) return <Failed level={3} error={access.error} onRetry={access.refetch} />;
    if (access.isPending) return <SkeletonRows rows={8} height={sizes.formRow} />;
    if (!isNew) return <OldRecord resource={resource} id={id} isReadOnly={isReadOnly} onClose={onClose} />;
    if (isReadOnly) return <NoRight resource={resource} action="create" onClose={onClose} />;
    return <NewRecord resource={resource} onClose={onClose} />;
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', px: 3, py: 1, borderBottom: 1, borderColor: 'divider' }}>
        <Typography id="panel-title" variant="h2" component="h2" sx={{ flex: 1 }}>
          {translate(title, { name })}
        </Typography>
        <IconButton onClick={onClose} aria-label={translate('form.close')} edge="end">
          <Close />
        </IconButton>
      </Box>
      {body()}
    </Box>
  );
}

/** After a save the panel closes, as soon as the form no longer holds a navigation back for its typed values. */
function useSaved(onClose: () => void) {
  const say = useSay();
  const refresh = useRefresh();
  const [isSaved, setSaved] = useState(false);
  const leave = useEffectEvent(() => {
    onClose();
    refresh();
  });
  useEffect(() => {
    if (isSaved) leave();
  }, [isSaved]);
  const onSuccess = () => {
    if (isOver(session.status())) return;
    say.done('form.saved');
    setSaved(true);
  };
  return { isSaved, onSuccess };
}

function NewRecord({ resource, onClose }: Omit<Props, 'id'>) {
  const { isSaved, onSuccess } = useSaved(onClose);
  const failed = useSaveFailed(resource);
  // A link may bring values along: the parent of a new column, the column of a new article.
  const { state } = useLocation();
  return (
    <CreateBase redirect={false} mutationOptions={{ onSuccess, onError: failed }} disableAuthentication>
      <RecordForm resource={resource} given={state?.given} isSaved={isSaved} isNew />
    </CreateBase>
  );
}

function OldRecord({ resource, id, isReadOnly, onClose }: Props & { id: number; isReadOnly: boolean }) {
  const { isSaved, onSuccess } = useSaved(onClose);
  const failed = useSaveFailed(resource);
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
      mutationOptions={{ onSuccess, onError }}
      queryOptions={{ refetchOnWindowFocus: false, onError: stay }}
      disableAuthentication
      render={(edit: EditControllerResult) => (
        <OldRecordBody
          edit={edit}
          resource={resource}
          isStale={isStale}
          isSaved={isSaved}
          isReadOnly={isReadOnly}
          onStale={() => setStale(true)}
          onSettled={() => setStale(false)}
          onClose={onClose}
        />
      )}
    />
  );
}

interface BodyProps {
  edit: EditControllerResult;
  resource: Resource;
  isStale: boolean;
  isSaved: boolean;
  isReadOnly: boolean;
  onStale: () => void;
  onSettled: () => void;
  onClose: () => void;
}

function OldRecordBody({ edit, resource, isStale, isSaved, isReadOnly, onStale, onSettled, onClose }: BodyProps) {
  // What is already in the form stays, also where it cannot be read again.
  if (!edit.record && edit.error) {
    const kind = edit.error instanceof CallFailure && edit.error.kind;
    if (kind === 'missing') return <NoRecord onClose={onClose} />;
    if (kind === 'forbidden') return <NoRight resource={resource} action="list" onClose={onClose} />;
    return <Failed level={3} error={edit.error} onRetry={edit.refetch} />;
  }
  if (!edit.record) return <SkeletonRows rows={8} height={sizes.formRow} />;
  if (isReadOnly) return <ReadOnlyForm resource={resource} />;
  return (
    <RecordForm resource={resource} isSaved={isSaved} isNew={false} onStale={onStale}>
      {isStale && <StaleNotice resource={resource} onSettled={onSettled} />}
    </RecordForm>
  );
}

function NoRight({ resource, action, onClose }: Omit<Props, 'id'> & { action: Action }) {
  return (
    <Forbidden level={3} resource={resource.name} action={action}>
      <ToList onClose={onClose} />
    </Forbidden>
  );
}

function ReadOnlyForm({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const right = useRight(resource.name, 'edit');
  return (
    <Box sx={{ ...column, '& .MuiInputBase-input.Mui-disabled': { color: 'text.primary', WebkitTextFillColor: 'currentcolor' } }}>
      <Form onSubmit={stay} noValidate>
        <Alert severity="info" sx={{ mx: 3, mt: 1 }}>
          {translate('form.readOnly', { right })}
        </Alert>
        <EntityTabs resource={resource} isNew={false} isReadOnly />
      </Form>
    </Box>
  );
}

// The tabs' content scrolls between what stands above and below it.
const column = {
  display: 'contents',
  '& > form': { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 },
} as const;

interface FormProps {
  resource: Resource;
  isNew: boolean;
  /** It is saved, so that nothing would be lost by leaving it. */
  isSaved: boolean;
  /** What a new record begins with. */
  given?: Record<string, unknown>;
  /** What was typed before is put back over a record that someone has changed since. */
  onStale?: () => void;
  children?: React.ReactNode;
}

function RecordForm({ resource, isNew, isSaved, given, onStale = stay, children }: FormProps) {
  return (
    <Box sx={column}>
      <Form defaultValues={given} resetOptions={keepTyped} noValidate>
        <Box sx={{ px: 3, pt: 1 }}>
          <KeepUnsaved resource={resource} isNew={isNew} isSaved={isSaved} onStale={onStale} />
          {children}
        </Box>
        <EntityTabs resource={resource} isNew={isNew} />
        <FormFooter />
      </Form>
    </Box>
  );
}
