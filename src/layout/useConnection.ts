import { useSyncExternalStore } from 'react';
import { connection } from '../services.ts';

export const useConnection = () => useSyncExternalStore(connection.subscribe, connection.state);
