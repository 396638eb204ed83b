import { Alert } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { type Location, useBlocker, useLocation } from 'react-router-dom';
import { isSessionEnded } from '../../authProvider/session.ts';
import { useIdentity } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import {
  beforeLeaving,
  discardDrafts,
  type FormDraft,
  readDraft,
  saveDraft,
  useFormAddress,
} from '../drafts/formDrafts.ts';
import { UnsavedChangesDialog } from '../drafts/UnsavedChangesDialog.tsx';
import { copyOf } from '../navigation/useListLink.ts';
import { isReloading, session } from '../services/services.ts';
import { useSetting } from '../services/settings.ts';
import { pending } from '../upload/pending.ts';
import { DiscardButton } from './DiscardButton.tsx';
import { useAutosave } from './publishing/useAutosave.ts';
import { hasUnsavedChanges, type Saved } from './saveState.ts';
import { useDirtyFields, useReadDirtyFields } from './useDirtyFields.ts';
import { type Save, useAfterSave } from './useSave.ts';

const draftDelayMs = 400;

interface Props {
  resource: Resource;
  /** 0 for a new record. */
  id: number;
  save: Save;
  onClose: () => void;
}

/** Stores what is typed as a draft, restores it at the same address, and closes or resets the saved form. */
export function DraftPersistence({ resource, id, save, onClose }: Props) {
  const isNew = id === 0;
  const translate = useTranslate();
  const { getValues, setValue, reset } = useFormContext();
  const values = useWatch();
  const { address } = useFormAddress();
  const identity = useIdentity();
  const record = useRecordContext();
  const [isRestored, setRestored] = useState(false);
  const dirty = useDirtyFields();
  const autosave = useAutosave();
  const isUnsaved = hasUnsavedChanges(save.state, dirty);
  const readDirty = useReadDirtyFields();
  const readUnsaved = () => hasUnsavedChanges(save.state, readDirty());
  const { baseVersion } = save;

  const titleOf = (current: Record<string, unknown>) => String(current[resource.entity.label] ?? '');
  /** Secrets are never stored, so that leaving asks. */
  const isSecret = (field: string) => resource.entity.fields[field]?.writeOnly;
  /** @returns whether all of it is stored */
  const storeDraft = (current = getValues()) => {
    const typedIn = readDirty();
    if (!identity || !hasUnsavedChanges(save.state, typedIn)) return true;
    // The draft of a new record needs its initial values too.
    const names = (isNew ? Object.keys(current) : typedIn).filter((field) => !isSecret(field));
    const title = titleOf(current);
    const typed = Object.fromEntries(names.map((field) => [field, current[field]]));
    const [copy, digest] = [autosave?.copyId(), autosave?.digest()];
    const about = { adminId: identity.id, path: address, resource: resource.name, title };
    const form = { ...about, ...(copy && { copy }), ...(digest && { digest }) };
    const version = baseVersion.current ?? getValues('version');
    const isStored = saveDraft({ ...form, isAutosaved: autosave !== undefined, version, values: typed });
    return isStored && !typedIn.some((field) => isSecret(field) && current[field]);
  };
  const storeLatest = useEffectEvent(storeDraft);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const timer = setTimeout(() => storeLatest(values), draftDelayMs);
    return () => clearTimeout(timer);
  }, [values, isUnsaved]);
  // The draft of a record that has just got its id moves to the address with it.
  const draftAddress = useRef(address);
  useEffect(() => {
    if (draftAddress.current === address) return;
    storeLatest();
    discardDrafts(identity?.id, draftAddress.current);
    draftAddress.current = address;
  }, [address, identity?.id]);
  // The draft goes once the form is saved, discarded, or typed back to what it was.
  const wasUnsaved = useRef(false);
  useEffect(() => {
    if (wasUnsaved.current && !isUnsaved) discardDrafts(identity?.id, address);
    if (!wasUnsaved.current && isUnsaved) baseVersion.current ??= getValues('version');
    if (!isUnsaved) baseVersion.current = undefined;
    wasUnsaved.current = isUnsaved;
  }, [isUnsaved, address, identity?.id, getValues, baseVersion]);

  const storeDraftAt = (path: string, names: string[], { version }: Saved) => {
    const kept = names.filter((field) => !isSecret(field));
    if (!identity || kept.length === 0) return;
    const values = Object.fromEntries(kept.map((field) => [field, getValues(field)]));
    const about = { adminId: identity.id, path, resource: resource.name, title: titleOf(getValues()) };
    saveDraft({ ...about, isAutosaved: autosave !== undefined, ...(version !== undefined && { version }), values });
  };
  useAfterSave(save, { resource, id, staysOpen: autosave !== undefined, storeDraftAt, onClose });

  const restore = useEffectEvent(() => {
    const draft = identity && readDraft(identity.id, address);
    if (!draft) return;
    restoreValues(draft);
    setRestored(true);
    if (!isNew && draft.version !== getValues('version')) save.dispatch({ type: 'conflicted' });
  });
  useEffect(() => {
    if (identity?.id !== undefined) restore();
  }, [identity?.id]);

  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const restoreValues = (draft: FormDraft) => {
    baseVersion.current = draft.version;
    for (const [field, value] of Object.entries(draft.values)) setValue(field, value, { shouldDirty: true });
  };
  const discard = async () => {
    storeDraft();
    const draft = identity && readDraft(identity.id, address);
    reset();
    setRestored(false);
    return async () => {
      if (!draft) return;
      if (isLeft.current) saveDraft(draft);
      else restoreValues(draft);
    };
  };
  return (
    <>
      <UnsavedChangesGuard readUnsaved={readUnsaved} storeDraft={storeDraft} isLeaving={save.isLeaving} />
      {isRestored && (!autosave || isNew) && (
        <Alert
          severity="info"
          sx={{ mb: 1 }}
          action={
            <DiscardButton
              resource={resource}
              discard={discard}
              label="form.discard"
              names={dirty.filter((name) => name in resource.entity.fields)}
              values={values}
              record={record ?? {}}
            />
          }
        >
          {translate('form.restored')}
        </Alert>
      )}
    </>
  );
}

const isSignedOut = () => isSessionEnded(session.status());

interface GuardProps {
  readUnsaved: () => boolean;
  storeDraft: () => boolean;
  isLeaving: Save['isLeaving'];
}

/** Where open screens are tabs, another screen needs no question: the draft waits until one comes back. */
function UnsavedChangesGuard({ readUnsaved, storeDraft, isLeaving }: GuardProps) {
  const autosave = useAutosave();
  const location = useLocation();
  const { pathname, search, key } = location;
  const { address, isInPlace } = useFormAddress();
  const identity = useIdentity();
  const [hasTabs] = useSetting<boolean>('tabs.on');
  const keepsDraft = (to: string) => isSignedOut() || (hasTabs && screenOf(to) !== screenOf(pathname));
  /** Stores what is typed where that makes a question needless. */
  const shouldBlock = (nextLocation: Location): boolean => {
    if (nextLocation.state?.isDiscarded) return false;
    if (pending.now().ofForms > 0) return !isSignedOut();
    if (!readUnsaved()) return false;
    if (autosave) {
      storeAtOnce();
      return false;
    }
    return !keepsDraft(nextLocation.pathname) || (!storeDraft() && !isSignedOut());
  };
  const blocker = useBlocker(({ nextLocation }) => {
    // A form in its list's place goes away when the list shows another record.
    const isSameRecord = nextLocation.pathname === pathname && copyOf(nextLocation) === copyOf(location);
    const isHere = isSameRecord && (!isInPlace || nextLocation.search === search);
    const isBlocked = !isHere && shouldBlock(nextLocation);
    // A new record that was saved gets its address, and the form stays.
    if (!isBlocked) isLeaving.current = !isHere && !nextLocation.state?.wasNew;
    return isBlocked;
  });
  /** The router has arrived, and the form is still shown. */
  const noteArrival = useEffectEvent((_key: string) => {
    isLeaving.current = false;
  });
  useEffect(() => noteArrival(key), [key]);

  /** @param keepsDraft while the page goes away @returns whether there was something to store */
  const storeAtOnce = (keepsDraft = false): boolean => {
    if (!readUnsaved() || autosave?.isStored()) return false;
    storeDraft();
    autosave?.flush({ keepsDraft });
    return true;
  };
  const storeLatest = useEffectEvent(storeAtOnce);
  useEffect(
    () =>
      session.subscribe(() => {
        if (isSignedOut() || session.status() === 'expired') storeLatest();
      }),
    [],
  );
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (storeAtOnce(true) && !isReloading() && !isSignedOut()) event.preventDefault();
  });
  useEffect(() => {
    // Some browsers end a page in the background without another word.
    const onHidden = () => document.visibilityState === 'hidden' && storeLatest();
    const onUnload = (event: BeforeUnloadEvent) => ask(event);
    const onPageHide = () => storeLatest(true);
    window.addEventListener('beforeunload', onUnload);
    window.addEventListener('pagehide', onPageHide);
    document.addEventListener('visibilitychange', onHidden);
    const unsubscribe = beforeLeaving.subscribe(() => storeLatest());
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      window.removeEventListener('pagehide', onPageHide);
      document.removeEventListener('visibilitychange', onHidden);
      unsubscribe();
    };
  }, []);

  const leave = () => {
    if (autosave) storeAtOnce();
    const isLost = !autosave && (!blocker.location || !keepsDraft(blocker.location.pathname) || !storeDraft());
    if (isLost) discardDrafts(identity?.id, address);
    isLeaving.current = true;
    blocker.proceed?.();
  };
  return (
    <UnsavedChangesDialog
      isOpen={blocker.state === 'blocked'}
      isUploading={blocker.state === 'blocked' && pending.now().ofForms > 0}
      onStay={() => blocker.reset?.()}
      onLeave={leave}
    />
  );
}

/** The screen of an address: what comes before a record's id or `create`. */
const screenOf = (pathname: string) => pathname.replace(/\/(\d+|create)$/, '');
