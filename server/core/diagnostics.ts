import { channel } from 'node:diagnostics_channel';

/** A channel of Node's diagnostics: without a subscriber, publishing costs a comparison. */
function openChannel<T extends object>(name: string) {
  const events = channel(name);
  return {
    publish(event: T): void {
      if (events.hasSubscribers) events.publish(event);
    },
    /** @returns ends the subscription */
    subscribe(listener: (event: T) => void): () => void {
      const listen = (event: unknown) => listener(event as T);
      events.subscribe(listen);
      return () => events.unsubscribe(listen);
    },
  };
}

interface Run {
  ms: number;
  isFailed: boolean;
}

/** Each statement of a database in this process. */
export const statements = openChannel<Run>('rtop:statement');
/** Whether the replica is read from now on; `isAway` where it does not answer or follows nobody. */
export const replicaStates = openChannel<{ isUsed: boolean; isAway: boolean }>('rtop:replica');
/** Each run of a job in the background. */
export const jobRuns = openChannel<Run & { job: string }>('rtop:job');

/** The event of the run log under which calls stand that took longer than `slowMs`. */
export const slowEvent = 'slow';
export const slowMs = 1000;
