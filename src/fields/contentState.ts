import { useEffect, useReducer } from 'react';
import type { ContentState } from '../../contract/entities/content.ts';
import { serverNow } from '../../dataProvider/transport/connection.ts';

interface Timed {
  status?: unknown;
  publish_time?: string | null;
  expire_time?: string | null;
}

const longestTimerMs = 2_147_483_647; // a longer one fires at once

const timeOf = (time: string | null | undefined) => Date.parse(time ?? '');

/** As the server computes it (`contentStates`); undefined without a known status. */
function contentStateAt({ status, publish_time, expire_time }: Timed, now: number): ContentState | undefined {
  if (status === 0) return 'draft';
  if (status === 2) return 'review';
  if (status !== 1) return undefined;
  // Comparing with an absent time is false.
  if (timeOf(expire_time) <= now) return 'expired';
  return timeOf(publish_time) > now ? 'scheduled' : 'published';
}

/** The server's time, in ms; what shows it is rendered again when the next of these times has come. */
export function useServerNow(times: (string | null | undefined)[]): number {
  const [, refresh] = useReducer((n: number) => n + 1, 0);
  const now = serverNow();
  const next = Math.min(...times.map(timeOf).filter((time) => time > now));
  useEffect(() => {
    if (!Number.isFinite(next)) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      const left = next - serverNow();
      // A timer may go off a moment too soon.
      if (left > 0) timer = setTimeout(wait, Math.min(left, longestTimerMs));
      else refresh();
    };
    wait();
    return () => clearTimeout(timer);
  }, [next]);
  return now;
}

export function useContentState(record: Timed): ContentState | undefined {
  return contentStateAt(record, useServerNow([record.publish_time, record.expire_time]));
}
