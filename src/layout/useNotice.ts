import { useConnection } from './useConnection.ts';

/** What the bar of the connection says, if anything. The line comes first: without one nothing can be loaded anew. */
export function useNotice(): 'offline' | 'silent' | 'back' | 'outdated' | undefined {
  const { line, isOutdated } = useConnection();
  if (line !== 'up') return line;
  return isOutdated ? 'outdated' : undefined;
}
