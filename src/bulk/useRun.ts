import { useEffect, useRef, useState } from 'react';
import type { Outcome } from '../../contract/calls/recycle.ts';
import { randomId } from '../../dataProvider/transport/writes.ts';
import type { Steps } from '../delete/steps.ts';

export interface Run {
  of: number;
  /** Records processed so far, refused ones included. */
  at: number;
  outcome: Outcome;
  /** The id of the batch, with which the whole run can be undone; undefined if the back end sends none. */
  batch?: string | undefined;
  state: 'running' | 'stopped' | 'broken' | 'ended';
  /** The reason why the run broke off. The current step saved nothing, or its outcome is unknown. */
  error?: unknown;
}

/** Processes many records in steps; can be stopped and resumed. */
export function useRun(steps: Steps, ids: number[]) {
  const [run, setRun] = useState<Run>();
  const isStopped = useRef(false);
  const [key] = useState(randomId);
  // After unmounting, the run stops after its current step.
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const goOn = async (from: Run) => {
    isStopped.current = false;
    let now: Run = { ...from, state: 'running', error: undefined };
    setRun(now);
    while (now.at < ids.length) {
      if (isStopped.current) return setRun({ ...now, state: 'stopped' });
      const part = ids.slice(now.at, now.at + steps.size);
      try {
        const { done, failed, batch } = await steps.take(part, key);
        const outcome = { done: now.outcome.done + done, failed: [...now.outcome.failed, ...failed] };
        now = { ...now, at: now.at + part.length, outcome, batch };
        setRun(now);
      } catch (error) {
        return setRun({ ...now, state: 'broken', error });
      }
    }
    setRun({ ...now, state: 'ended' });
  };
  return {
    run,
    start: () => goOn({ of: ids.length, at: 0, outcome: { done: 0, failed: [] }, state: 'running' }),
    resume: () => run && goOn(run),
    stop: () => {
      isStopped.current = true;
    },
  };
}
