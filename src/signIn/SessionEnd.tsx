import { Suspense, useEffect } from 'react';
import { homePath, useSession } from '../services/services.ts';
import { useWasOpen } from '../ui/DeferredRender.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';

const SignInDialog = lazyComponent(() => import('./SignInDialog.tsx').then((module) => module.SignInDialog));

/** Asks for the password again when the session has expired, and leaves the page to another administrator. */
export function SessionEnd() {
  const status = useSession();
  // Another administrator signed in: a full reload removes the first one's data (docs/contract.md, "How the console behaves").
  useEffect(() => {
    if (status === 'other') window.location.assign(homePath);
  }, [status]);
  const isOpen = status === 'expired';
  const wasOpen = useWasOpen(isOpen);
  return <Suspense>{wasOpen && <SignInDialog isOpen={isOpen} />}</Suspense>;
}
