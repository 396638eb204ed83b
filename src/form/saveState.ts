import type { CallFailure } from '../../dataProvider/failure.ts';

export interface StaleBy {
  username: string;
  nickname?: string;
  time: Date;
}

export interface SaveState {
  status: SaveStatus;
  /** Someone else saved first. `n` counts the conflicts and is the notice's key, so that each reads the record anew. */
  conflict?: { n: number; by: StaleBy | undefined } | undefined;
  /** Why the last save was refused, and whether one of the saves found the record gone. */
  saveError?: { failure: CallFailure; isGone: boolean } | undefined;
  /** The record as the last save wrote it. */
  saved?: Saved | undefined;
  /** Saved values that the form keeps showing as they were typed, while the record has the version of that save. */
  kept?: Pick<Saved, 'version' | 'values'> | undefined;
  /** The id of a new record that was saved and whose form stays open. */
  id?: number | undefined;
}

/** A record as the form sent it, with the id and the version from the reply. */
export interface Saved {
  id: number | undefined;
  /** Undefined if the reply has none. */
  version: number | undefined;
  values: Record<string, unknown>;
}

type SaveStatus = 'editing' | 'saving' | 'stale' | 'saved' | 'sessionEnded';

export type SaveEvent =
  | { type: 'submitted' | 'resolved' | 'sessionEnded' }
  | ({ type: 'reset' } & Pick<SaveState, 'kept' | 'id'>)
  | { type: 'saved'; saved?: Saved | undefined }
  /** There was no reply, or one that is no refusal, so nobody knows whether the record was saved. */
  | { type: 'failed' }
  | { type: 'refused'; failure: CallFailure; isGone: boolean }
  | { type: 'conflicted'; by?: StaleBy | undefined };

type Target = SaveStatus | ((state: SaveState) => SaveStatus);

/** After a failed save, the conflict that it should have overwritten still exists. */
const resumed: Target = ({ conflict }) => (conflict ? 'stale' : 'editing');

/** An event that a status does not list is ignored. */
const transitions: Record<SaveStatus, Partial<Record<SaveEvent['type'], Target>>> = {
  // Before any save, a draft that is restored over a newer record is a conflict, and an autosave is refused if the
  // record is gone.
  editing: { submitted: 'saving', conflicted: 'stale', refused: 'editing', sessionEnded: 'sessionEnded' },
  saving: {
    saved: 'saved',
    conflicted: 'stale',
    refused: resumed,
    failed: resumed,
    resolved: 'saving',
    sessionEnded: 'sessionEnded',
  },
  stale: { submitted: 'saving', conflicted: 'stale', resolved: 'editing', sessionEnded: 'sessionEnded' },
  // A form that stays open after a save is reset; any other one closes.
  saved: { reset: 'editing', sessionEnded: 'sessionEnded' },
  // The sign-in page takes the form's place, unless another browser tab signs in before it does.
  sessionEnded: { submitted: 'saving', resolved: 'editing' },
};

export function saveReducer(state: SaveState, event: SaveEvent): SaveState {
  const target = transitions[state.status][event.type];
  if (!target) return state;
  const next = { ...state, ...details(state, event) };
  return { ...next, status: typeof target === 'function' ? target(next) : target };
}

function details({ conflict, saveError, id }: SaveState, event: SaveEvent): Partial<SaveState> {
  if (event.type === 'conflicted')
    return { conflict: { n: (conflict?.n ?? 0) + 1, by: event.by }, saveError: undefined };
  if (event.type === 'refused')
    return { saveError: { failure: event.failure, isGone: event.isGone || saveError?.isGone === true } };
  if (event.type === 'resolved') return { conflict: undefined };
  if (event.type === 'reset') return { kept: event.kept, id: event.id ?? id };
  return event.type === 'saved' ? { conflict: undefined, saveError: undefined, saved: event.saved } : {};
}

/** Whether leaving would lose something. After a save fields stay dirty (react-hook-form) until the form is reset. */
export const hasUnsavedChanges = ({ status }: SaveState, dirtyFields: string[]): boolean =>
  dirtyFields.length > 0 && status !== 'saved';
