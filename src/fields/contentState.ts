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

export function useContentState(record: Timed): ContentState | undefined {
  const [, refresh] = useReducer((n: number) => n + 1, 0);
  const now = serverNow();
  const next = Math.min(...[record.publish_time, record.expire_time].map(timeOf).filter((time) => time > now));
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
  return contentStateAt(record, now);
}
