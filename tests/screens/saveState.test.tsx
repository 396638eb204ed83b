import { describe, expect, it } from 'vitest';
import { CallFailure } from '../../dataProvider/failure.ts';
import { hasUnsavedChanges, type SaveEvent, type SaveState, saveReducer } from '../../src/form/saveState.ts';

const failure = new CallFailure('invalid', '请修改', 200);
const by = { username: 'wang', time: new Date() };
const events = {
  submitted: { type: 'submitted' },
  saved: { type: 'saved' },
  failed: { type: 'failed' },
  refused: { type: 'refused', failure, isGone: false },
  gone: { type: 'refused', failure, isGone: true },
  conflicted: { type: 'conflicted', by },
  resolved: { type: 'resolved' },
  reset: { type: 'reset' },
  sessionEnded: { type: 'sessionEnded' },
} satisfies Record<string, SaveEvent>;
type Name = keyof typeof events;

const stateAfter = (...names: Name[]): SaveState =>
  names.map((name) => events[name]).reduce<SaveState>(saveReducer, { status: 'editing' });

describe('the state of a form', () => {
  const all = Object.keys(events) as Name[];
  // Per row: events that lead to a status, and the status that each event leads to next. All others change nothing.
  const table: [path: Name[], targets: Partial<Record<Name, SaveState['status']>>][] = [
    [
      [],
      {
        submitted: 'saving',
        conflicted: 'stale',
        refused: 'editing',
        gone: 'editing',
        sessionEnded: 'sessionEnded',
      },
    ],
    [
      ['submitted'],
      {
        saved: 'saved',
        failed: 'editing',
        refused: 'editing',
        gone: 'editing',
        conflicted: 'stale',
        resolved: 'saving',
        sessionEnded: 'sessionEnded',
      },
    ],
    [
      ['submitted', 'conflicted'],
      { submitted: 'saving', conflicted: 'stale', resolved: 'editing', sessionEnded: 'sessionEnded' },
    ],
    [['submitted', 'saved'], { reset: 'editing', sessionEnded: 'sessionEnded' }],
    [['submitted', 'sessionEnded'], { submitted: 'saving', resolved: 'editing' }],
    [['submitted', 'conflicted', 'submitted', 'sessionEnded'], { submitted: 'saving', resolved: 'editing' }],
  ];
  const cases = table.flatMap(([path, targets]) =>
    all.map((name) => ({ from: stateAfter(...path), name, target: targets[name] })),
  );

  it.each(cases)('$from.status, then $name: $target', ({ from, name, target }) => {
    const next = saveReducer(from, events[name]);
    if (target) expect(next.status).toBe(target);
    else expect(next).toBe(from);
  });

  it('is stale again where the save that was to overwrite the other one is refused or lost', () => {
    for (const name of ['refused', 'failed'] as const) {
      const { status, conflict } = stateAfter('submitted', 'conflicted', 'submitted', name);
      expect({ status, conflict }).toEqual({ status: 'stale', conflict: { n: 1, by } });
    }
    expect(stateAfter('submitted', 'conflicted', 'submitted', 'resolved', 'refused').status).toBe('editing');
  });

  it('counts conflicts, each of which replaces an earlier refusal', () => {
    expect(stateAfter('submitted', 'refused', 'submitted', 'conflicted', 'submitted', 'conflicted')).toEqual({
      status: 'stale',
      conflict: { n: 2, by },
      saveError: undefined,
    });
  });

  it('keeps what a refusal said until a save succeeds, and that the record is gone through later refusals', () => {
    expect(stateAfter('submitted', 'refused', 'submitted', 'failed').saveError).toEqual({ failure, isGone: false });
    expect(stateAfter('submitted', 'gone', 'submitted', 'refused').saveError).toEqual({ failure, isGone: true });
    expect(stateAfter('submitted', 'gone', 'submitted', 'saved')).toEqual({ status: 'saved' });
  });

  it('has unsaved changes while a field is dirty, but not between a save and the reset that follows', () => {
    expect(hasUnsavedChanges(stateAfter(), [])).toBe(false);
    for (const path of [[], ['submitted'], ['submitted', 'conflicted'], ['submitted', 'sessionEnded']] as Name[][])
      expect(hasUnsavedChanges(stateAfter(...path), ['title'])).toBe(true);
    expect(hasUnsavedChanges(stateAfter('submitted', 'saved'), ['title'])).toBe(false);
    expect(hasUnsavedChanges(stateAfter('submitted', 'saved', 'reset'), ['title'])).toBe(true);
  });
});
