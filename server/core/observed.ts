import { channel } from 'node:diagnostics_channel';

/** What happens often and is told to who follows it: without a follower it costs a comparison. */
function observed<T extends object>(name: string) {
  const told = channel(name);
  return {
    tell(event: T): void {
      if (told.hasSubscribers) told.publish(event);
    },
    /** @returns ends it */
    follow(listener: (event: T) => void): () => void {
      const listen = (event: unknown) => listener(event as T);
      told.subscribe(listen);
      return () => told.unsubscribe(listen);
    },
  };
}

interface Run {
  ms: number;
  isFailed: boolean;
}

/** Each statement of a database in this process. */
export const statements = observed<Run>('rtop:statement');
/** Each run of a job in the background. */
export const jobRuns = observed<Run & { job: string }>('rtop:job');
