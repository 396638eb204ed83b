export interface Credentials {
  username: string;
  password?: string;
  verify?: string;
}

/** What each step of the sign-in gets: `send` resolves to what is wrong at which parameter, to nothing where one is in. */
export interface StepProps {
  isBusy: boolean;
  send: (credentials: Credentials) => Promise<Record<string, string>>;
}
