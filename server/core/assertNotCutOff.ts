import { CallError } from './errors.ts';

/**
 * To call before a body is read. Node emits no more events for a request that was already destroyed, so reading it would never end.
 * @throws CallError `body_unreadable`
 */
export function assertNotCutOff({ destroyed }: { destroyed: boolean }): void {
  if (destroyed) throw new CallError('body_unreadable');
}
