import { useLogin } from 'ra-core';
import { Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { homePath, useSession } from '../services/services.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';
import { PublicPage } from './PublicPage.tsx';
import { SignInForm } from './SignInForm.tsx';

const EndSession = lazyComponent(() => withTexts(import('./EndSession.tsx').then((module) => module.EndSession)));

/** What needs no session: `/EndSession`, and the sign-in at `/Login` (and `/login`). */
export function SignInPage({ onTyping }: { onTyping?: () => void }) {
  if (!/\/EndSession$/i.test(useLocation().pathname)) return <SignIn onTyping={onTyping} />;
  return (
    <Suspense>
      <EndSession />
    </Suspense>
  );
}

/** A sign-in here leads to the home screen (docs/contract.md, "How the console behaves"). */
function SignIn({ onTyping }: { onTyping: (() => void) | undefined }) {
  const login = useLogin();
  const status = useSession();
  if (status === 'in') return <Navigate to={homePath} replace />;
  return (
    <PublicPage title="signIn.title" onTyping={onTyping}>
      <SignInForm onSubmit={(credentials) => login(credentials, homePath)} />
    </PublicPage>
  );
}
