import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { discardWorkingCopy, saveWorkingCopy } from '../../../contract/calls/publishing.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';
import { useIdentity } from '../../auth/useMay.ts';
import type { Resource } from '../../declaration/resource.ts';
import { discardDrafts, readDraft, useFormAddress } from '../../drafts/formDrafts.ts';
import { http, session } from '../../services/services.ts';
import { canonicalJson, isBlank } from '../../utils/values.ts';
import { useDirtyFields, useReadDirtyFields } from '../useDirtyFields.ts';
import type { Save } from '../useSave.ts';
import { autosaveTimes } from './autosaveTimes.ts';
import { type Autosave, AutosaveContext, type FlushOptions, type Values } from './useAutosave.ts';
import { useRereadCopy, useWorkingCopy } from './useWorkingCopy.ts';

interface Props {
  resource: Resource;
  /** 0 for a new record. */
  id: number;
  save: Save;
  children: ReactNode;
}

/**
 * Stores what is typed as the record's working copy on the server, two seconds after the last change, and every ten while
 * it goes on.
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
  const [{ status, time }, setState] = useState<Pick<Autosave, 'status' | 'time'>>({ status: 'idle', time: undefined });
  const stored = useRef<Stored>(nothing);
  const running = useRef<Promise<boolean>>(Promise.resolve(true));
  const clashing = useRef<Values>({});
  const [clashes, showClashes] = useState<Values>({});
  const setClashes = (found: Values) => {
    clashing.current = found;
    showClashes(found);
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
    // react-hook-form changes the form's lists and objects in place, and what was sent must stay as it was.
    return structuredClone(Object.fromEntries(names.filter(isKept).map((name) => [name, current[name] ?? null])));
  };
  const isStored = () => canonicalJson(typed()) === canonicalJson(stored.current.values);

  /**
   * Takes what another tab has stored of the same record into the form. What was typed here since this tab knew the value
   * stays.
   * @returns whether something of it has to be stored once more, over what is not the other's
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
    // What is tried again is told once, not with each try.
    setState((last) => ({ ...last, status: last.status === 'retrying' ? last.status : 'saving' }));
    const { values: known, digest = '', copy } = stored.current;
    // None in the moment between the creation of a record and its first reading.
    const version: number | undefined = save.baseVersion.current ?? getValues('version');
    if (Object.keys(now).length === 0) {
      await http.call(discardWorkingCopy, { ...about, ...(copy && { copy }) });
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
    // The browser's own copy is for when there is no line.
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
        // The sign-in covers the form at once, not at the next poll.
        if (error.kind === 'unauthorized') session.expire();
        // Somebody has taken it over: the form shows whose it is.
        if (error.data.by) await reread();
        else if (id && error.kind === 'missing') save.dispatch({ type: 'refused', failure: error, isGone: true });
        // After an ended session too, once one has signed in over the form.
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
  // A record's own copy is what its form goes on with, and with what this tab has typed since and could not send.
  const begin = useEffectEvent(() => {
    const copy = id ? found?.copy : undefined;
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
    // The server has taken the saved fields out of a record's copy itself.
    const { copy } = stored.current;
    if (copy) http.call(discardWorkingCopy, { ...about, copy }).catch(() => undefined);
    stored.current = nothing;
    setState({ status: 'idle', time: undefined });
    reread();
  });
  useEffect(() => {
    if (isSaved) settleSaved();
  }, [isSaved]);

  // The list says which records have unpublished changes.
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
  /** Into the form, or where that was left into a working copy. */
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
  const settleClashes: Autosave['settleClashes'] = (choice) => {
    const theirs = clashing.current;
    setClashes({});
    if (choice === 'theirs') setFormValues(theirs);
    return store();
  };
  const settle = () => {
    clearTimeout(timer.current);
    return running.current;
  };
  save.settle.current = settle;
  const autosave: Autosave = {
    status,
    time,
    isStored,
    clashes,
    settleClashes,
    resume,
    discard,
    settle,
    copyId: () => stored.current.copy,
    digest: () => stored.current.digest,
    flush: store,
  };
  return <AutosaveContext value={autosave}>{children}</AutosaveContext>;
}

/** What the server has: the values, their digest, and of a new record the copy's id. */
interface Stored {
  values: Values;
  digest?: string;
  copy?: number;
}
const nothing: Stored = { values: {} };

const isSame = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other);
/** A status is chosen by a button, the rest is the server's. */
const notTyped = ['id', 'version', 'status'];
