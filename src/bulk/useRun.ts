import { useEffect, useRef, useState } from 'react';
import type { Outcome } from '../../contract/calls/recycle.ts';
import type { Steps } from '../delete/steps.ts';

export interface Run {
  of: number;
  /** Gone through so far, also those that were refused. */
  at: number;
  outcome: Outcome;
  state: 'running' | 'stopped' | 'broken' | 'ended';
  /** What broke it off; nothing of the step at hand was saved, or nobody knows. */
  error?: unknown;
}

/** Goes through many records by steps, tells how far it is, and can be stopped and taken up again. */
export function useRun(steps: Steps, ids: number[]) {
  const [run, setRun] = useState<Run>();
  const isStopped = useRef(false);
  // What nobody sees any more ends after its step.
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
        const { done, failed } = await steps.take(part);
        const outcome = { done: now.outcome.done + done, failed: [...now.outcome.failed, ...failed] };
        now = { ...now, at: now.at + part.length, outcome };
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
