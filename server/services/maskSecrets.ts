const patterns: [RegExp, string][] = [
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:)[^\s@/]+@/gi, '$1***@'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 ***'],
  [
    /((?:password|passwd|secret|token|authorization|verify|api_?key)\w*["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&}]+)/gi,
    '$1***',
  ],
  [/\$argon2[\w$,=+/.-]+/g, '***'],
];

/** A text as a log may hold it: passwords in URLs, tokens, and what stands behind a secret's name are taken out. */
export function maskSecrets(text: string): string {
  return patterns.reduce((masked, [pattern, to]) => masked.replace(pattern, to), text);
}
