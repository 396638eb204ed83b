import { useSyncExternalStore } from 'react';
import { session } from './services.ts';

export const useSession = () => useSyncExternalStore(session.subscribe, session.status);
