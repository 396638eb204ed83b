/** Whether a password is among the commonest, or is the user name (OWASP ASVS 5.0, 6.2.4 and 6.2.5). */
export async function isCommonPassword(password: string, username: string): Promise<boolean> {
  // Loaded on first use. The list ships with zxcvbn-ts, commonest first.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const lower = password.toLowerCase();
  return lower === username.toLowerCase() || (dictionary['passwords-common'] as string[]).includes(lower);
}
