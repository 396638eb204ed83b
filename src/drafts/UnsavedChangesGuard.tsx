import { useStore } from 'ra-core';
import { useEffect, useEffectEvent } from 'react';
import { useBlocker, useLocation } from 'react-router-dom';
import { useIdentity } from '../auth/useIdentity.ts';
import { isReloading } from '../services/reload.ts';
import { session } from '../services/services.ts';
import { isSessionEnded } from '../services/useSession.ts';
import { pending } from '../upload/pending.ts';
import { useFormAddress } from './formAddress.ts';
import { discardDrafts } from './formDrafts.ts';
import { UnsavedChangesDialog } from './UnsavedChangesDialog.tsx';

interface Props {
  isDirty: boolean;
  /** Keeps what is typed, now. @returns whether there was room for it */
  onKeep: () => boolean;
}

/**
 * Asks before unsaved work is left. Where open screens are tabs, another screen needs no question: what is typed is kept
 * until one comes back, as it is when the session ends. Files on their way into the form are always asked about.
 */
export function UnsavedChangesGuard({ isDirty, onKeep }: Props) {
  const { pathname, search } = useLocation();
  const { address, isInPlace } = useFormAddress();
  const identity = useIdentity();
  const [hasTabs] = useStore('tabs.on', true);
  const isAllowed = (to: string) =>
    isSessionEnded(session.status()) || (hasTabs && screenOf(to) !== screenOf(pathname));
  const blocker = useBlocker(({ nextLocation }) => {
    // One that stands in its list's place goes away when the list shows another.
    const isHere = nextLocation.pathname === pathname && (!isInPlace || nextLocation.search === search);
    if (isHere || nextLocation.state?.isDiscarded) return false;
    if (pending.now().ofForms > 0) return !isSessionEnded(session.status());
    if (!isDirty) return false;
    return !isAllowed(nextLocation.pathname) || (!onKeep() && !isSessionEnded(session.status()));
  });

  const keep = useEffectEvent(onKeep);
  useEffect(
    () =>
      session.subscribe(() => {
        if (isSessionEnded(session.status()) || session.status() === 'expired') keep();
      }),
    [],
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      keep();
      if (!isReloading() && !isSessionEnded(session.status())) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);

  const leave = () => {
    const isLost = !blocker.location || !isAllowed(blocker.location.pathname) || !onKeep();
    if (isLost) discardDrafts(identity?.id, address);
    blocker.proceed?.();
  };
  return (
    <UnsavedChangesDialog
      isOpen={blocker.state === 'blocked'}
      isUploading={blocker.state === 'blocked' && pending.now().ofForms > 0}
      onStay={() => blocker.reset?.()}
      onLeave={leave}
    />
  );
}

/** The screen of an address: what comes before a record's id or `create`. */
const screenOf = (pathname: string) => pathname.replace(/\/(\d+|create)$/, '');
