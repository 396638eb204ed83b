import { Suspense, useSyncExternalStore } from 'react';
import { confirmation, useSession } from '../services/services.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';

const ConfirmIdentityDialog = lazyComponent(() =>
  withTexts(import('./ConfirmIdentityDialog.tsx').then((module) => module.ConfirmIdentityDialog)),
);

/** Asks for the password while calls wait for it. An expired session is asked for first: its sign-in is a confirmation too. */
export function ConfirmIdentity() {
  const call = useSyncExternalStore(confirmation.subscribe, confirmation.asked);
  const isUsable = useSession() === 'in';
  return <Suspense>{call && isUsable && <ConfirmIdentityDialog call={call} />}</Suspense>;
}
