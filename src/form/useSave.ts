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

/** What a button of the form asks of the save that it begins. */
export interface SaveOptions {
  /** Saved with what is typed. */
  values?: Record<string, unknown>;
  isClosing?: boolean;
  /** The message key of the toast. */
  toast?: string;
}

/** A toast shows the errors of fields that the form does not have, and failures that are no refusal. */
export function useSave(resource: Resource, beganNew: boolean) {
  const [state, dispatch] = useReducer(saveReducer, { status: 'editing' });
  const isNew = beganNew && state.id === undefined;
  const toast = useToast();
  const label = useFieldLabel(resource.name, resource.form.labels);
  const options = useRef<SaveOptions>({});
  const sent = useRef<Record<string, unknown>>({});
  const settle = useRef<() => Promise<unknown>>(async () => undefined);
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
    /** What the last save sent. */
    sent,
    /** What has to end before a save. */
    settle,
    /** The record's version that the typing began on: a newer one that is read later does not change it. */
    baseVersion,
    /** Whether the router is loading another screen. The form is still shown until that screen is ready. */
    isLeaving,
    transform: async (data: Record<string, unknown>) => {
      await settle.current();
      sent.current = { ...data, ...options.current.values };
      return sent.current;
    },
    /** @param notify is called once the record is saved */
    mutationOptions: <R>(notify: (record: R) => void) => ({
      onMutate: () => dispatch({ type: 'submitted' }),
      onSuccess: (record: R) => {
        notify(record);
        const { id, version } = (record ?? {}) as { id?: unknown; version?: unknown };
        const saved = { id: Number(id) || undefined, version: Number(version) || undefined, values: sent.current };
        dispatch({ type: 'saved', saved });
      },
      onError: handleError,
    }),
  };
}

/** From a refusal's data or a reply; undefined where the back end sends it without. */
export function readStaleBy(edit: unknown): StaleBy | undefined {
  const { username, nickname, time } = (edit ?? {}) as Record<string, unknown>;
  const date = new Date(String(time));
  return username && !Number.isNaN(date.getTime())
    ? { username: String(username), nickname: String(nickname ?? ''), time: date }
    : undefined;
}

/**
 * Closes a saved form, or goes on with it: where it stays open, and where something was typed since the save began. In an
 * effect: by then nothing is unsaved, so that the guard lets the navigation pass.
 */
export function useAfterSave(save: Save, { resource, id, staysOpen, storeDraftAt, onClose }: AfterSave): void {
  const { state, dispatch, options, isLeaving } = save;
  const { isInPlace } = useFormAddress();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const linkTo = useListLink(resource);
  const readDirty = useReadDirtyFields();
  const readTypedSince = useReadTypedSince();
  const takeAsSaved = useTakeAsSaved();
  const isSaved = state.status === 'saved';
  // Another spelling of the server would take the caret from a field, and a text's undo.
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
      // A record that was gone is a new one now, whose own form goes on with what was typed since.
      const { pathname } = linkTo(saved.id);
      storeDraftAt(pathname, typedSince, saved);
      navigate(linkTo(saved.id), { replace: true });
    } else if (isLeaving.current || isInPlace || goesOn) {
      const typed = readDirty().filter(isBeingTyped);
      takeAsSaved(saved, typedSince, values);
      const keptValues = Object.fromEntries(typed.map((name) => [name, saved.values[name]]));
      const next = id !== 0 || isLeaving.current ? undefined : saved.id;
      dispatch({ type: 'reset', kept: { version: saved.version, values: keptValues }, id: next });
      if (next) navigate(linkTo(next), { replace: true, state: { wasNew: true } });
    } else onClose();
    // The lists of a record that is made are read again by `useSubmit`.
    const isList = ({ queryKey: [name, method] }: Query) => name === resource.name && method === 'getList';
    // Some back ends answer the menu by many calls.
    const isMenu = ({ queryKey: [name] }: Query) => name === 'menu' && !changeMenu.includes(resource.name);
    queries.invalidateQueries({ predicate: (query) => !isMenu(query) && (id !== 0 || !isList(query)) });
  });
  useEffect(() => {
    if (isSaved) closeOrGoOn();
  }, [isSaved]);
}

/** @returns the fields whose value is not what was sent, but for what a button chose */
function useReadTypedSince() {
  const { getValues } = useFormContext();
  const readDirty = useReadDirtyFields();
  return ({ values }: Saved, chosen: SaveOptions['values'] = {}): string[] => {
    const shown: Record<string, unknown> = { ...getValues(), ...chosen };
    const dirty = readDirty();
    // What came into the form since is not sent, and typed only if somebody changed it.
    const isTyped = (name: string) => (name in values ? differ(shown[name], values[name]) : dirty.includes(name));
    return Object.keys(shown).filter((name) => name !== 'version' && isTyped(name));
  };
}

/** Makes what was sent the form's default values. What is shown stays as it is, and what was typed since is unsaved. */
function useTakeAsSaved() {
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
