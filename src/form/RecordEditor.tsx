import { Alert } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import {
  ListContext,
  type RaRecord,
  RecordContextProvider,
  useCreate,
  useGetOne,
  useTranslate,
  useUpdate,
} from 'ra-core';
import { Suspense, useContext, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { CallFailure } from '../../dataProvider/failure.ts';
import { replyMessageOf } from '../../dataProvider/transport/envelope.ts';
import { NoRight } from '../auth/Forbidden.tsx';
import { hasWorkingCopies } from '../declaration/knownFields.ts';
import type { Resource } from '../declaration/resource.ts';
import { useLockReason } from '../declaration/resourceContext.ts';
import { SavedAddress } from '../drafts/formDrafts.ts';
import { useListLink } from '../navigation/useListLink.ts';
import { sizes } from '../theme/index.ts';
import { Failed } from '../ui/states/Failed.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { GoneRecord } from './GoneRecord.tsx';
import { ForeignCopy } from './publishing/ForeignCopy.tsx';
import { useAutosave } from './publishing/useAutosave.ts';
import { useChosenCopy, useWorkingCopy } from './publishing/useWorkingCopy.ts';
import { ReadOnlyForm, RecordForm } from './RecordForm.tsx';
import { StaleNotice } from './StaleNotice.tsx';
import type { StaleBy } from './saveState.ts';
import { useNotifyCreated } from './useNotifyCreated.tsx';
import { useNotifySaved } from './useNotifySaved.tsx';
import { type Save, useSave } from './useSave.ts';

interface Props {
  resource: Resource;
  /** Undefined for a new record. */
  id: number | undefined;
  isReadOnly: boolean;
  onClose: () => void;
}

/** A record's form. A new record that is saved stays in the same form, which keeps what is typed meanwhile. */
export function RecordEditor({ resource, id: asked, isReadOnly, onClose }: Props) {
  const translate = useTranslate();
  const lockReason = useLockReason();
  const save = useSave(resource, asked === undefined);
  // The state has the id before the address does, so that a second save in between makes no second record.
  const id = asked ?? save.state.id;
  const isNew = id === undefined;
  const [wasNew] = useState(isNew);
  // A failed read is shown here, with a button to try again.
  const one = useGetOne(
    resource.name,
    { id: id ?? 0 },
    { enabled: !isNew, ...readOnce, placeholderData: ofUnfilledPage },
  );
  const { error, refetch } = one;
  // react-admin caches a created record, under id 0 if the back end did not tell its id. The next new form must not
  // show that one.
  const record = isNew ? undefined : one.data;
  // The working copy is requested together with the record, because both are shown together.
  const { data: found, isLoading: isAsking, error: copyError, refetch: rereadCopy } = useWorkingCopy(resource, id ?? 0);
  const isContinued = useChosenCopy() !== undefined;
  const onSubmit = useSubmit(resource, id, record, save);
  const given = useGivenValues(resource);
  const linkTo = useListLink(resource);
  const savedAddress = save.state.id === undefined ? undefined : linkTo(save.state.id).pathname;
  // If a later read fails, the form stays and keeps its content.
  if (!isNew && !record && error) {
    const kind = error instanceof CallFailure && error.kind;
    if (kind === 'missing') return <GoneRecord resource={resource} onClose={onClose} />;
    if (kind === 'forbidden') return <NoRight resource={resource.name} action="list" onClose={onClose} />;
    return <Failed level={3} error={error} onRetry={refetch} />;
  }
  // An empty form would begin another record.
  if (isNew && isContinued && copyError && !found) return <Failed level={3} error={copyError} onRetry={rereadCopy} />;
  if (wasNew ? isNew && isContinued && isAsking : !record || isAsking)
    return <SkeletonRows rows={8} height={sizes.formRow} />;
  const copy = isNew ? undefined : found?.copy;
  const why = record && lockReason('edit', record);
  const isLocked = !isNew && (isReadOnly || why !== undefined);
  const note = record && lockReason('delete', record);
  const { conflict } = save.state;
  if (found && copy && !copy.is_own)
    return (
      <RecordContextProvider value={record}>
        <ForeignCopy resource={resource} found={found} copy={copy} isReadOnly={isReadOnly} />
      </RecordContextProvider>
    );
  if (isLocked)
    return (
      <RecordContextProvider value={record}>
        <ReadOnlyForm resource={resource} why={isReadOnly ? undefined : why} />
      </RecordContextProvider>
    );
  return (
    <SavedAddress value={savedAddress}>
      <RecordForm
        resource={resource}
        record={record}
        save={save}
        onSubmit={onSubmit}
        onClose={onClose}
        id={id ?? 0}
        given={isNew ? given : undefined}
      >
        {!isNew && resource.form.OpenEffect && (
          <Suspense>
            <resource.form.OpenEffect />
          </Suspense>
        )}
        {note && (
          <Alert severity="info" sx={{ mb: 1 }}>
            {translate(note)}
          </Alert>
        )}
        {conflict && (
          <StaleRecord
            key={conflict.n}
            resource={resource}
            record={record}
            refetch={refetch}
            save={save}
            by={conflict.by}
            isOfCopy={copy?.is_stale === 1}
          />
        )}
      </RecordForm>
    </SavedAddress>
  );
}

/**
 * A single page that was never filled has a negative id. After its first save its form stays while the page is read by
 * its new id. No other record serves as a placeholder.
 */
const ofUnfilledPage = (before: RaRecord | undefined) => (Number(before?.id) < 0 ? before : undefined);

const readOnce = { refetchOnWindowFocus: false, refetchOnReconnect: false, retry: false };

/** @returns a function that sends the form's values and resolves with the errors of refused fields */
function useSubmit(resource: Resource, id: number | undefined, record: RaRecord | undefined, save: Save) {
  const [create] = useCreate(resource.name, undefined, save.mutationOptions(useNotifyCreated(resource, save)));
  const notifySaved = useNotifySaved(resource);
  const notifyUpdated = (saved: unknown) =>
    notifySaved(
      (resource.form.showsReply && replyMessageOf(saved)) || save.options.current.toast || 'form.saved',
      Number(id),
    );
  const queries = useQueryClient();
  // Replaces ra-core's own handler, which reads the lists again after a refusal too.
  const rereadList = (_saved: unknown, error: unknown) => {
    // With working copies the list is read once the one of the new record has ended (AutosaveProvider).
    if (!error && hasWorkingCopies(resource)) return;
    if (!(error instanceof CallFailure && error.isAnswer))
      queries.invalidateQueries({ queryKey: [resource.name, 'getList'] });
  };
  const [update] = useUpdate(resource.name, undefined, save.mutationOptions(notifyUpdated));
  return async (values: Record<string, unknown>) => {
    const data = await save.transform(values);
    const awaited = { returnPromise: true, mutationMode: 'pessimistic' } as const;
    try {
      if (id === undefined) await create(resource.name, { data }, { ...awaited, onSettled: rereadList });
      else await update(resource.name, { id, data, previousData: record as RaRecord }, awaited);
      return undefined;
    } catch (error) {
      // `onError` has reported the failure.
      return (error as { body?: { errors?: object } }).body?.errors;
    }
  };
}

/** A link may pass initial values, such as the parent of a new column. */
function useGivenValues(resource: Resource): Record<string, unknown> {
  const { state } = useLocation();
  const { footerField } = resource.form;
  // The footer shows this value before the field's input, which is a chunk of its own, has set it.
  const shown = footerField && { [footerField]: resource.entity.fields[footerField]?.default };
  return { ...shown, ...useListedValues(resource), ...state?.given };
}

/** Takes initial values from the list's filter: an article that is added while a column is shown gets that column. */
function useListedValues({ entity, list: { scope } }: Resource): Record<string, unknown> {
  const list = useContext(ListContext);
  const isCommon = (name: string) => entity.fields[name]?.kind === 'ref' || scope?.includes(name);
  const filter = Object.entries(list?.filterValues ?? {});
  return Object.fromEntries(filter.filter(([name, value]) => value && isCommon(name)));
}

interface StaleProps {
  resource: Resource;
  record: RaRecord | undefined;
  refetch: () => Promise<{ data?: RaRecord | undefined }>;
  save: Save;
  by: StaleBy | undefined;
  isOfCopy: boolean;
}

/** If the form has a working copy, the conflict is resolved in the copy, and the record is not written. */
function StaleRecord({ save, isOfCopy, ...notice }: StaleProps) {
  const autosave = useAutosave();
  const resolve = (version: number) => {
    save.baseVersion.current = version;
    save.dispatch({ type: 'resolved' });
  };
  const keepMine = (version: number) => {
    resolve(version);
    autosave?.flush({ isResolved: true });
  };
  return <StaleNotice {...notice} onResolved={resolve} onKeepMine={isOfCopy ? keepMine : undefined} />;
}
