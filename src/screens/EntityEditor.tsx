import Close from '@mui/icons-material/Close';
import { Box, IconButton, Typography } from '@mui/material';
import { CreateBase, EditBase, type EditControllerResult, Form, useNotify, useRefresh, useTranslate } from 'ra-core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { CallFailure } from '../../dataProvider/failure.ts';
import { isOver } from '../layout/useSession.ts';
import type { Resource } from '../resource.ts';
import { session } from '../services.ts';
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

// A record that cannot be read says so in its panel, where one can try again.
const stay = () => {};
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

/** After a save the panel closes, as soon as the form no longer holds a navigation back for its typed values. */
function useSaved(onClose: () => void) {
  const notify = useNotify();
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
    notify('form.saved', { type: 'success' });
    setSaved(true);
  };
  return { isSaved, onSuccess };
}

/** The sentence of a refusal as a toast; what is refused at a field stands there too. */
function useFailed() {
  const notify = useNotify();
  return (error: unknown) => {
    notify(error instanceof Error ? error.message : 'failure.refused', { type: 'error', autoHideDuration: 8000 });
  };
}

function NewRecord({ resource, onClose }: Omit<Props, 'id'>) {
  const { isSaved, onSuccess } = useSaved(onClose);
  const failed = useFailed();
  // A link may bring values along: the parent of a new column, the column of a new article.
  const { state } = useLocation();
  return (
    <CreateBase redirect={false} mutationOptions={{ onSuccess, onError: failed }} disableAuthentication>
      <RecordForm resource={resource} given={state?.given} isSaved={isSaved} isNew />
    </CreateBase>
  );
}

function OldRecord({ resource, id, onClose }: Props) {
  const { isSaved, onSuccess } = useSaved(onClose);
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
      mutationOptions={{ onSuccess, onError }}
      queryOptions={{ refetchOnWindowFocus: false, onError: stay }}
      disableAuthentication
      render={(edit: EditControllerResult) => (
        <OldRecordBody
          edit={edit}
          resource={resource}
          isStale={isStale}
          isSaved={isSaved}
          onStale={() => setStale(true)}
          onSettled={() => setStale(false)}
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
  onStale: () => void;
  onSettled: () => void;
}

function OldRecordBody({ edit, resource, isStale, isSaved, onStale, onSettled }: BodyProps) {
  if (edit.error) return <Failed error={edit.error} onRetry={edit.refetch} />;
  if (!edit.record) return <SkeletonRows rows={8} height={sizes.formRow} />;
  return (
    <RecordForm resource={resource} isSaved={isSaved} isNew={false} onStale={onStale}>
      {isStale && <StaleNotice resource={resource} onSettled={onSettled} />}
    </RecordForm>
  );
}

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
    <Box sx={{ display: 'contents', '& > form': { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 } }}>
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
