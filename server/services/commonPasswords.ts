let common: Promise<ReadonlySet<string>> | undefined;

/** The list ships with zxcvbn-ts: 49,000, commonest first, in lower case. Loaded on first use. */
const load = async () =>
  new Set((await import('@zxcvbn-ts/language-common')).dictionary['passwords-common'] as string[]);

/** Whether a password is among the commonest, or is the user name (OWASP ASVS 5.0, 6.2.4 and 6.2.5). */
export async function isCommonPassword(password: string, username: string): Promise<boolean> {
  common ??= load();
  const lower = password.toLowerCase();
  return lower === username.toLowerCase() || (await common).has(lower);
}
