import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { discardWorkingCopy, getUnfinished, saveWorkingCopy } from '../../../contract/calls/publishing.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';
import { useIdentity } from '../../auth/useMay.ts';
import type { Resource } from '../../declaration/resource.ts';
import { discardDrafts, readDraft, useFormAddress } from '../../drafts/formDrafts.ts';
import { features, http, session } from '../../services/services.ts';
import { canonicalJson, isBlank } from '../../utils/values.ts';
import { useDirtyFields, useReadDirtyFields } from '../useDirtyFields.ts';
import type { Save } from '../useSave.ts';
import { autosaveTimes } from './autosaveTimes.ts';
import { type Autosave, AutosaveContext, type FlushOptions, type Values } from './useAutosave.ts';
import { useChosenCopy, useRereadCopy, useWorkingCopy } from './useWorkingCopy.ts';

interface Props {
  resource: Resource;
  /** 0 for a new record. */
  id: number;
  save: Save;
  children: ReactNode;
}

/**
 * Stores typed values as the record's working copy on the server: two seconds after the last change, and every ten
 * seconds while the typing goes on.
 */
export function AutosaveProvider({ resource, id, save, children }: Props) {
  const { getValues, setValue, reset } = useFormContext();
  const { defaultValues } = useFormState();
  const values = useWatch();
  const dirty = useDirtyFields();
  const readDirty = useReadDirtyFields();
  const identity = useIdentity();
  const { address } = useFormAddress();
  const reread = useRereadCopy(resource, id);
  const { data: found } = useWorkingCopy(resource, id);
  const chosen = useChosenCopy();
  const [{ status, time }, setState] = useState<Pick<Autosave, 'status' | 'time'>>({ status: 'idle', time: undefined });
  const stored = useRef<Stored>(nothing);
  const running = useRef<Promise<boolean>>(Promise.resolve(true));
  const clashing = useRef<Values>({});
  const [tabConflicts, showTabConflicts] = useState<Values>({});
  const setClashes = (found: Values) => {
    clashing.current = found;
    showTabConflicts(found);
  };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const changedAt = useRef<number>(undefined);
  const isLeft = useRef(false);
  const about = { entity: resource.name, id };

  const typed = () => {
    const current = getValues();
    const call = id ? resource.entity.calls.update : resource.entity.calls.create;
    const isKept = (name: string) => call?.params[name] !== undefined && !notTyped.includes(name);
    const changed = readDirty();
    const names = id
      ? changed
      : Object.keys(changed.length > 0 ? current : {}).filter((name) => !isBlank(current[name]));
    // react-hook-form changes the form's lists and objects in place, but the sent values must stay as they were.
    return structuredClone(Object.fromEntries(names.filter(isKept).map((name) => [name, current[name] ?? null])));
  };
  /** Ends the copy of a new record of which nothing is left to save. That is no discarding, of which the operation log would tell. */
  const endBegun = (copy: number, digest: string | undefined): Promise<unknown> =>
    features.offers(getUnfinished)
      ? http.call(saveWorkingCopy, { ...about, copy, values: {}, digest })
      : http.call(discardWorkingCopy, { ...about, copy });
  const isStored = () => canonicalJson(typed()) === canonicalJson(stored.current.values);

  /**
   * Takes the values that another tab has stored for the same record into the form. A value that was typed here stays;
   * if the other tab has changed it too, it becomes a clash.
   * @returns whether a value must be stored once more, because the stored one is older and not the other tab's change
   */
  const takeOthers = (others: Values, known: Values): boolean => {
    const typing = readDirty();
    const found: Values = {};
    let isOurs = false;
    for (const [name, theirs] of Object.entries(others)) {
      const base = name in known ? known[name] : get(defaultValues, name);
      const mine = getValues(name);
      if (isSame(mine, theirs)) continue;
      if (!typing.includes(name) || isSame(mine, base)) setValue(name, theirs, { shouldDirty: true });
      else if (isSame(theirs, base)) isOurs = true;
      else found[name] = theirs;
    }
    if (Object.keys(found).length > 0) setClashes({ ...clashing.current, ...found });
    return isOurs;
  };

  const send = async ({ isResolved = false, keepsDraft = false }: FlushOptions): Promise<boolean> => {
    const now = { ...typed(), ...clashing.current };
    if (isSame(now, stored.current.values) && !isResolved) {
      if (isStored() && !keepsDraft) discardDrafts(identity?.id, address);
      return true;
    }
    // The status stays `retrying`, so that the failure is announced once and not with each try.
    setState((last) => ({ ...last, status: last.status === 'retrying' ? last.status : 'saving' }));
    const { values: known, digest = '', copy } = stored.current;
    // There is no version between the creation of a record and its first read.
    const version: number | undefined = save.baseVersion.current ?? getValues('version');
    if (Object.keys(now).length === 0) {
      if (copy) await endBegun(copy, digest);
      else await http.call(discardWorkingCopy, about);
      stored.current = nothing;
      setState({ status: 'idle', time: undefined });
    } else {
      const reply = await http.call(saveWorkingCopy, {
        ...about,
        values: now,
        digest,
        ...(copy && { copy }),
        ...(id && version !== undefined && { version }),
        ...(isResolved && { is_resolved: 1 as const }),
      });
      const others = reply.others ?? {};
      stored.current = { values: { ...now, ...others }, digest: reply.digest, ...(!id && { copy: reply.copy }) };
      if (takeOthers(others, known)) return send({ keepsDraft });
      setState({ status: 'saved', time: reply.update_time });
    }
    // The browser's own draft is only needed for values that the server does not have.
    if (isStored() && !keepsDraft) discardDrafts(identity?.id, address);
    return true;
  };

  const store = (options: FlushOptions = {}): Promise<boolean> => {
    clearTimeout(timer.current);
    changedAt.current = undefined;
    running.current = running.current.then(async () => {
      try {
        return await send(options);
      } catch (error) {
        setState((last) => ({ ...last, status: 'failed' }));
        if (!(error instanceof CallFailure)) return false;
        // Opens the sign-in dialog over the form at once, not at the next poll.
        if (error.kind === 'unauthorized') session.expire();
        // Somebody has taken over the working copy. The form then shows whose it is.
        if (error.data.by) await reread();
        else if (id && error.kind === 'missing') save.dispatch({ type: 'refused', failure: error, isGone: true });
        // An ended session is no reason to give up: the user may sign in again over the form.
        else if (!error.isFinal && !isLeft.current) {
          if (error.kind !== 'unauthorized') setState((last) => ({ ...last, status: 'retrying' }));
          timer.current = setTimeout(() => store(), autosaveTimes.retryMs);
        }
        return false;
      }
    });
    return running.current;
  };
  const storeLatest = useEffectEvent((_values: unknown) => store());

  const isEditing = save.state.status === 'editing' || save.state.status === 'stale';
  const hasSomething = dirty.length > 0 || status !== 'idle';
  useEffect(() => {
    if (!isEditing || !hasSomething) return undefined;
    changedAt.current ??= performance.now();
    const left = changedAt.current + autosaveTimes.longestMs - performance.now();
    timer.current = setTimeout(() => storeLatest(values), Math.min(autosaveTimes.delayMs, Math.max(0, left)));
    return () => clearTimeout(timer.current);
  }, [values, isEditing, hasSomething]);

  const setFormValues = (given: Values) => {
    for (const [name, value] of Object.entries(given)) setValue(name, value, { shouldDirty: true });
  };
  const resume: Autosave['resume'] = ({ id: copy, values: changed, digest }) => {
    setFormValues(changed);
    stored.current = { values: changed, digest, ...(!id && { copy }) };
  };
  // The form of a record begins with the administrator's working copy, and with values that were typed in this tab
  // since and could not be sent.
  const begin = useEffectEvent(() => {
    const copy = id || chosen ? found?.copy : undefined;
    if (!copy) return;
    const draft = identity && readDraft(identity.id, address);
    const unsent = Object.entries(draft?.values ?? {}).filter(
      ([name, value]) => name in copy.values && !isSame(value, copy.values[name]),
    );
    resume(copy);
    setFormValues(Object.fromEntries(unsent));
    if (draft?.digest !== copy.digest)
      setClashes(Object.fromEntries(unsent.map(([name]) => [name, copy.values[name]])));
    setState({ status: 'saved', time: copy.update_time });
    if (copy.is_stale) save.dispatch({ type: 'conflicted' });
  });
  useEffect(() => begin(), []);

  const isSaved = save.state.status === 'saved';
  const settleSaved = useEffectEvent(() => {
    clearTimeout(timer.current);
    setClashes({});
    // A new record's copy is discarded here. The server itself takes the saved fields out of a record's copy.
    const { copy, digest } = stored.current;
    const discarded = copy && endBegun(copy, digest).catch(() => undefined);
    stored.current = nothing;
    setState({ status: 'idle', time: undefined });
    // The list no longer shows a new record as unfinished.
    if (discarded) discarded.then(reread);
    else reread();
  });
  useEffect(() => {
    if (isSaved) settleSaved();
  }, [isSaved]);

  // The list shows which records have unpublished changes, so it is read again.
  const leave = useEffectEvent(() => {
    clearTimeout(timer.current);
    if (status !== 'idle') reread();
  });
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      leave();
    };
  }, []);

  const latest = useRef({ store });
  useEffect(() => {
    latest.current = { store };
  });
  /** Restores discarded values in the form, or in a working copy if the form was left. */
  const putBack = async (values: Values, version: number | undefined) => {
    if (isLeft.current) {
      await http.call(saveWorkingCopy, { ...about, values, ...(id && version !== undefined && { version }) });
      return reread();
    }
    setFormValues(values);
    if (!(await latest.current.store())) throw new Error('publishing.failed');
    return undefined;
  };
  const discard: Autosave['discard'] = async (values) => {
    clearTimeout(timer.current);
    await running.current;
    const gone = values ?? typed();
    const version: number | undefined = save.baseVersion.current ?? getValues('version');
    const { copy } = stored.current;
    await http.call(discardWorkingCopy, { ...about, ...(copy && { copy }) });
    stored.current = nothing;
    setClashes({});
    reset();
    discardDrafts(identity?.id, address);
    setState({ status: 'idle', time: undefined });
    await reread();
    return () => putBack(gone, version);
  };
  const resolveTabConflicts: Autosave['resolveTabConflicts'] = (choice) => {
    const theirs = clashing.current;
    setClashes({});
    if (choice === 'theirs') setFormValues(theirs);
    return store();
  };
  const waitForPendingAutosave = () => {
    clearTimeout(timer.current);
    return running.current;
  };
  save.waitForPendingAutosave.current = waitForPendingAutosave;
  const autosave: Autosave = {
    status,
    time,
    isStored,
    tabConflicts,
    resolveTabConflicts,
    resume,
    discard,
    waitForPendingAutosave,
    copyId: () => stored.current.copy,
    digest: () => stored.current.digest,
    flush: store,
  };
  return <AutosaveContext value={autosave}>{children}</AutosaveContext>;
}

/** The working copy as the server has it: the values, their digest and, for a new record, the copy's id. */
interface Stored {
  values: Values;
  digest?: string;
  copy?: number;
}
const nothing: Stored = { values: {} };

const isSame = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other);
/** Fields that are not typed: a button chooses the status, and the server sets the others. */
const notTyped = ['id', 'version', 'status'];
