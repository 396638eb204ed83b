type Declaration = [property: string, value: string];

/** A style under which white space is text. */
export const preserved = /white-space:\s*(pre|break-spaces)/;

/** The declarations of a style attribute, in their order, spelled alike. Text is read, so that a CSP or a browser cannot drop any. */
export function declarations(style: string): Declaration[] {
  const parts = style.match(/(?:[^;("']|\([^)]*\)|"[^"]*"|'[^']*')+/g) ?? [];
  return parts.flatMap((part): Declaration[] => {
    const colon = part.indexOf(':');
    const property = part.slice(0, colon).trim().toLowerCase();
    const value = part.slice(colon + 1).trim();
    return colon > 0 && value ? [[property, value.replace(/\s+/g, ' ').replace(/\s*([,()])\s*/g, '$1')]] : [];
  });
}

export function styleValue(style: string | undefined, property: string): string | undefined {
  return declarations(style ?? '').findLast(([name]) => name === property)?.[1];
}

/** The style with the named properties taken out and, where there is a value, the first of them set to it. */
export function withStyle(style: string | undefined, properties: readonly string[], value: string | null): string {
  const rest = declarations(style ?? '').filter(([name]) => !properties.includes(name));
  const added: Declaration[] = value === null || !properties[0] ? [] : [[properties[0], value]];
  return [...rest, ...added].map(([name, text]) => `${name}: ${text};`).join(' ');
}
