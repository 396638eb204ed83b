import { useSyncExternalStore } from 'react';
import type { SessionStatus } from '../../authProvider/session.ts';
import { session } from './services.ts';

export const useSession = () => useSyncExternalStore(session.subscribe, session.status);

/**
 * The console is on its way to the sign-in, or to another administrator's home. What was refused with 401 on the way,
 * react-admin reports as done.
 */
export const isSessionEnded = (status: SessionStatus) => ['dead', 'out', 'other'].includes(status);
