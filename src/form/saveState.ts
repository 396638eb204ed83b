import type { CallFailure } from '../../dataProvider/failure.ts';

export interface StaleBy {
  username: string;
  time: Date;
}

export interface SaveState {
  status: SaveStatus;
  /** Someone else saved first. `n` counts how often: it is the notice's key, so that each conflict reads the record anew. */
  conflict?: { n: number; by: StaleBy | undefined } | undefined;
  /** Why the last save was refused, and whether one of the saves found the record gone. */
  saveError?: { failure: CallFailure; isGone: boolean } | undefined;
  /** Of the record that was saved last. */
  savedId?: number | undefined;
}

type SaveStatus = 'editing' | 'saving' | 'stale' | 'saved' | 'sessionEnded';

export type SaveEvent =
  | { type: 'submitted' | 'resolved' | 'reset' | 'sessionEnded' }
  | { type: 'saved'; id?: number | undefined }
  /** No answer, or no refusal: whether the record was saved is not known. */
  | { type: 'failed' }
  | { type: 'refused'; failure: CallFailure; isGone: boolean }
  | { type: 'conflicted'; by?: StaleBy | undefined };

type Target = SaveStatus | ((state: SaveState) => SaveStatus);

/** A failed save leaves the conflict that it was to overwrite. */
const resumed: Target = ({ conflict }) => (conflict ? 'stale' : 'editing');

/** An event that a status does not list is ignored. */
const transitions: Record<SaveStatus, Partial<Record<SaveEvent['type'], Target>>> = {
  // A draft that is restored over a newer record is a conflict before any save.
  editing: { submitted: 'saving', conflicted: 'stale', sessionEnded: 'sessionEnded' },
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

function details({ conflict, saveError }: SaveState, event: SaveEvent): Partial<SaveState> {
  if (event.type === 'conflicted')
    return { conflict: { n: (conflict?.n ?? 0) + 1, by: event.by }, saveError: undefined };
  if (event.type === 'refused')
    return { saveError: { failure: event.failure, isGone: event.isGone || saveError?.isGone === true } };
  if (event.type === 'resolved') return { conflict: undefined };
  return event.type === 'saved' ? { conflict: undefined, saveError: undefined, savedId: event.id } : {};
}

/** Whether leaving would lose something. After a save fields stay dirty (react-hook-form) until the form is reset. */
export const hasUnsavedChanges = ({ status }: SaveState, dirtyFields: string[]): boolean =>
  dirtyFields.length > 0 && status !== 'saved';
