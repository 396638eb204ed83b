import { useSyncExternalStore } from 'react';
import { connection } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { useIsBelow } from './useIsBelow.ts';

export const useConnection = () => useSyncExternalStore(connection.subscribe, connection.state);

/** What the bar of the connection says, if anything. The line comes first: without one nothing can be loaded anew. */
export function useNotice(): 'offline' | 'silent' | 'back' | 'outdated' | undefined {
  const { line, isOutdated } = useConnection();
  if (line !== 'up') return line;
  return isOutdated ? 'outdated' : undefined;
}

/** How many pixels the bar of the connection takes now. */
export function useNoticeHeight(): number {
  const isNarrow = useIsBelow('sm');
  if (!useNotice()) return 0;
  return isNarrow ? sizes.noticeNarrow : sizes.notice;
}
