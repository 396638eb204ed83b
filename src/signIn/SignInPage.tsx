import { useLogin, useTranslate } from 'ra-core';
import { Navigate } from 'react-router-dom';
import { homePath, useSession } from '../services/services.ts';
import { useDocumentTitle } from '../ui/pageTitle.ts';
import { PublicPage } from './PublicPage.tsx';
import { SignInForm } from './SignInForm.tsx';

/** `/Login` (and `/login`), which needs no session. A sign-in here leads to the home screen (docs/contract.md, "How the console behaves"). */
export function SignInPage({ onTyping }: { onTyping?: () => void }) {
  const login = useLogin();
  const translate = useTranslate();
  const status = useSession();
  useDocumentTitle(translate('signIn.title'));
  if (status === 'in') return <Navigate to={homePath} replace />;
  return (
    <PublicPage title="signIn.title" onTyping={onTyping}>
      <SignInForm onSubmit={(credentials) => login(credentials, homePath)} />
    </PublicPage>
  );
}
