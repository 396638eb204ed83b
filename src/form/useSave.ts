import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { admin } from '../../contract/entities/admin.ts';
import { column } from '../../contract/entities/column.ts';
import { role } from '../../contract/entities/role.ts';
import { rule } from '../../contract/entities/rule.ts';
import { CallFailure, isRefusal } from '../../dataProvider/failure.ts';
import { knownTabs } from '../declaration/knownFields.ts';
import { fieldsOf, type Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { useFormAddress } from '../drafts/formDrafts.ts';
import { useListLink } from '../navigation/useListLink.ts';
import { features } from '../services/services.ts';
import { useToast } from '../ui/useToast.ts';
import { type Saved, type StaleBy, saveReducer } from './saveState.ts';
import { differ, useReadDirtyFields } from './useDirtyFields.ts';

/** The field that an error path belongs to: `params` of `params.color`. */
export const rootOf = (name: string) => name.split('.')[0] ?? name;

export const errorsOf = ({ data }: CallFailure) => Object.entries((data.errors ?? {}) as Record<string, string>);

/** Whether refusals of a save make no toast (docs/contract.md, "Failures"). */
export const isSaveSilent = ({ record: { silent } }: Resource, isNew: boolean) =>
  isNew ? silent === 'all' : silent !== undefined;

export type Save = ReturnType<typeof useSave>;

/** Options of a save that a button of the form begins. */
export interface SaveOptions {
  /** Saved together with the typed values. */
  values?: Record<string, unknown>;
  isClosing?: boolean;
  /** The message key of the toast. */
  toast?: string;
}

/**
 * The state of a form's saves. A toast reports failures, except conflicts, an ended session, refusals that the resource
 * silences, and errors of fields that the form has.
 */
export function useSave(resource: Resource, beganNew: boolean) {
  const [state, dispatch] = useReducer(saveReducer, { status: 'editing' });
  const isNew = beganNew && state.id === undefined;
  const toast = useToast();
  const label = useFieldLabel(resource.name, resource.form.labels);
  const options = useRef<SaveOptions>({});
  const sent = useRef<Record<string, unknown>>({});
  const waitForPendingAutosave = useRef<() => Promise<unknown>>(async () => undefined);
  const baseVersion = useRef<number>(undefined);
  const isLeaving = useRef(false);

  const handleError = (error: unknown) => {
    const failure = error instanceof CallFailure ? error : undefined;
    if (failure?.kind === 'unauthorized') return dispatch({ type: 'sessionEnded' });
    if (failure?.kind === 'stale' && !isNew) return dispatch({ type: 'conflicted', by: readStaleBy(failure.data.by) });
    if (isRefusal(error)) {
      dispatch({ type: 'refused', failure: error, isGone: !isNew && error.kind === 'missing' });
      if (isSaveSilent(resource, isNew)) return;
    } else dispatch({ type: 'failed' });
    if (failure?.kind !== 'invalid') return toast.error(error);
    const shown = new Set(knownTabs(resource).flatMap(([, tab]) => fieldsOf(tab)));
    const hidden = errorsOf(failure).filter(([name]) => !shown.has(rootOf(name)));
    for (const [name, message] of hidden) toast.error(new Error(`${label(rootOf(name))}: ${message}`));
  };
  return {
    state,
    dispatch,
    options,
    /** The values that the last save sent. */
    sent,
    /** Waits for a pending autosave. It is called before each save. */
    waitForPendingAutosave,
    /** The record's version on which the typing began. A newer one that is read later does not change it. */
    baseVersion,
    /** Whether the router is loading another screen. The form is still shown until that screen is ready. */
    isLeaving,
    transform: async (data: Record<string, unknown>) => {
      await waitForPendingAutosave.current();
      sent.current = { ...data, ...options.current.values };
      return sent.current;
    },
    /** @param notify is called once the record is saved */
    mutationOptions: <R>(notify: (record: R) => void) => ({
      onMutate: () => dispatch({ type: 'submitted' }),
      onSuccess: (record: R) => {
        notify(record);
        const { id, version } = (record ?? {}) as { id?: unknown; version?: unknown };
        // The reply to a creation has no version: a record's are counted from 1.
        const first = isNew && features.has('version') ? 1 : undefined;
        const saved = { id: Number(id) || undefined, version: Number(version) || first, values: sent.current };
        dispatch({ type: 'saved', saved });
      },
      onError: handleError,
    }),
  };
}

/** Reads who saved a record, and when, from a refusal's data or a reply; undefined if the back end does not tell. */
export function readStaleBy(edit: unknown): StaleBy | undefined {
  const { username, nickname, time } = (edit ?? {}) as Record<string, unknown>;
  const date = new Date(String(time));
  return username && !Number.isNaN(date.getTime())
    ? { username: String(username), nickname: String(nickname ?? ''), time: date }
    : undefined;
}

/**
 * Closes a saved form, or keeps it open if it is one that stays or if something was typed since the save began. This is
 * an effect, because nothing is unsaved by then, so that the guard lets the navigation pass.
 */
export function useAfterSave(save: Save, { resource, id, staysOpen, storeDraftAt, onClose }: AfterSave): void {
  const { state, dispatch, options, isLeaving } = save;
  const { isInPlace } = useFormAddress();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const linkTo = useListLink(resource);
  const readDirty = useReadDirtyFields();
  const readTypedSince = useReadTypedSince();
  const resetToSaved = useResetToSaved();
  const isSaved = state.status === 'saved';
  // If the server spells a value differently, taking its spelling would move the caret in a field and clear the undo
  // history of a text.
  const isBeingTyped = (name: string) =>
    resource.entity.fields[name]?.kind === 'html' ||
    document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field === name;
  const closeOrGoOn = useEffectEvent(() => {
    const { isClosing, values } = options.current;
    options.current = {};
    const saved = state.saved as Saved;
    const typedSince = readTypedSince(saved, values);
    const canGoOn = id !== 0 || saved.id !== undefined;
    const goesOn = (staysOpen && !isClosing) || (typedSince.length > 0 && canGoOn);
    const isAnother = id !== 0 && saved.id !== undefined && saved.id !== id;
    if (isAnother && goesOn && !isLeaving.current) {
      // The record had been deleted and was saved as a new one. The new record's form continues with what was typed
      // since.
      const { pathname } = linkTo(saved.id);
      storeDraftAt(pathname, typedSince, saved);
      navigate(linkTo(saved.id), { replace: true });
    } else if (isLeaving.current || isInPlace || goesOn) {
      const changed = readDirty();
      const typed = changed.filter(isBeingTyped);
      resetToSaved(saved, typedSince, values);
      const keptBefore = Object.keys(state.kept?.values ?? {}).filter((name) => !changed.includes(name));
      // As this save sent them: somebody else may have changed the record since an earlier one.
      const keptNames = [...keptBefore, ...typed].filter((name) => name in saved.values);
      const keptValues = Object.fromEntries(keptNames.map((name) => [name, saved.values[name]]));
      const next = id !== 0 || isLeaving.current ? undefined : saved.id;
      dispatch({ type: 'reset', kept: { version: saved.version, values: keptValues }, id: next });
      if (next) navigate(linkTo(next), { replace: true, state: { wasNew: true } });
    } else onClose();
    // After a creation, `useSubmit` reads the lists again.
    const isList = ({ queryKey: [name, method] }: Query) => name === resource.name && method === 'getList';
    // Some back ends need many calls for the menu.
    const isMenu = ({ queryKey: [name] }: Query) => name === 'menu' && !changeMenu.includes(resource.name);
    queries.invalidateQueries({ predicate: (query) => !isMenu(query) && (id !== 0 || !isList(query)) });
  });
  useEffect(() => {
    if (isSaved) closeOrGoOn();
  }, [isSaved]);
}

/** @returns a function that lists the fields whose value is not what was sent, except those that a button chose */
function useReadTypedSince() {
  const { getValues } = useFormContext();
  const readDirty = useReadDirtyFields();
  return ({ values }: Saved, chosen: SaveOptions['values'] = {}): string[] => {
    const shown: Record<string, unknown> = { ...getValues(), ...chosen };
    const dirty = readDirty();
    // A field that came into the form since was not sent. It counts as typed only if somebody changed it.
    const isTyped = (name: string) => (name in values ? differ(shown[name], values[name]) : dirty.includes(name));
    return Object.keys(shown).filter((name) => name !== 'version' && isTyped(name));
  };
}

/** Makes the sent values the form's default values. The shown values stay, and those typed since are unsaved. */
function useResetToSaved() {
  const { getValues, setValue, reset } = useFormContext();
  return ({ version, values }: Saved, typedSince: string[], chosen: SaveOptions['values'] = {}) => {
    const shown: Record<string, unknown> = { ...getValues(), ...chosen, ...(version !== undefined && { version }) };
    reset({ ...values, ...(version !== undefined && { version }) }, { keepValues: true, keepFieldsRef: true });
    for (const name of ['version', ...Object.keys(chosen)]) setValue(name, shown[name]);
    for (const name of typedSince) setValue(name, shown[name], { shouldDirty: true });
  };
}

/** The menu depends on one's role, on its rules, and on the columns that the models have. */
const changeMenu: string[] = [admin.name, role.name, rule.name, column.name];

interface AfterSave {
  resource: Resource;
  /** 0 for a new record. */
  id: number;
  /** Whether a form stays open once it is saved, unless its button closes it. */
  staysOpen: boolean;
  /** Stores fields as the draft of the form at another address. */
  storeDraftAt: (address: string, names: string[], saved: Saved) => void;
  onClose: () => void;
}
