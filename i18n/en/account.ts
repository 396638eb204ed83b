import type { SameKeys } from '../messages.ts';
import type { accountZh } from '../zh/account.ts';

export const accountEn: SameKeys<typeof accountZh> = {
  signIn: {
    title: 'Sign in',
    account: 'Account',
    sms: 'SMS',
    username: 'Account',
    password: 'Password',
    mobile: 'Mobile number',
    code: 'Verification code',
    submit: 'Sign in',
    forgotAccount: 'Forgot account',
    forgotPassword: 'Forgot password',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    smsOff: 'Sign-in by SMS is not set up. Use the Account tab',
    expired: 'Your session has expired. Sign in again; everything on your screen is still there.',
    expiredOf:
      'The session of %{name} has expired. Sign in again; everything on your screen is still there. With another account, the home page opens instead.',
    toPage: 'Go to the sign-in page',
    required: 'Enter your account and password',
    getCode: 'Get a code',
    again: 'Resend in %{n} s',
    codeSent: 'The code is on its way. Check your messages.',
    mobileRequired: 'Enter your mobile number',
    codeRequired: 'Enter the code',
    factor: '6-digit code',
    factorHint: 'Enter the code that your authenticator app shows for %{name}.',
    recovery: 'Recovery code',
    recoveryHint: 'Enter a recovery code that you have not used yet. Each code works once.',
    useRecovery: 'Use a recovery code',
    useFactor: 'Use an authenticator code',
    byPasskey: 'Sign in with a passkey',
    withPasskey: 'Use a passkey',
    passkeyElsewhere:
      'Passkeys do not work at this address. Open the console over HTTPS with a domain name, or at localhost, or use a recovery code.',
    or: 'or',
  },
};
