import { tokenize, tokenNames } from 'css-tree/tokenizer';

/**
 * A token of CSS Syntax Level 3. A function has its arguments, and its text is all of it, brackets included. Brackets
 * alone, as within `calc`, are a function without a name.
 */
export interface Token {
  type:
    | 'ident'
    | 'hash'
    | 'string'
    | 'url'
    | 'number'
    | 'percentage'
    | 'dimension'
    | 'function'
    | 'comma'
    | 'space'
    | 'delim';
  text: string;
  /** Name of a function, in small letters. */
  name?: string;
  args?: Token[];
}

interface Flat {
  type: string;
  text: string;
  start: number;
}

/** Returns the declarations of a `style` attribute; undefined if it is more, or less, than a list of declarations. */
export function declarationsOf(style: string): { property: string; value: string; isImportant: boolean }[] | undefined {
  const parts = partsOf(style);
  const declarations = parts?.filter((part) => part.some(({ type }) => type !== 'whitespace')).map(declarationOf);
  return declarations?.every((each) => each !== undefined) ? declarations : undefined;
}

/** Splits the tokens at semicolons outside brackets. Undefined if a string, an address or a bracket does not end. */
function partsOf(style: string): Flat[][] | undefined {
  const parts: Flat[][] = [[]];
  let depth = 0;
  for (const token of flatTokens(style)) {
    if (isOpen(token) || token.type === '{') return undefined;
    if (token.type === 'function' || token.type === '(') depth++;
    if (token.type === ')') depth--;
    if (token.type === 'semicolon' && depth <= 0) parts.push([]);
    else if (token.type !== 'comment') parts.at(-1)?.push(token);
  }
  return depth > 0 ? undefined : parts;
}

function flatTokens(text: string): Flat[] {
  const tokens: Flat[] = [];
  tokenize(text, (type, start, end) => {
    tokens.push({ type: (tokenNames[type] ?? '').replace(/-token$/, ''), text: text.slice(start, end), start });
  });
  return tokens;
}

/** Whether a token has no end. At the end of a text CSS closes it, which the page around it would not. */
function isOpen({ type, text }: Flat): boolean {
  if (type === 'string') return text.length < 2 || text.at(-1) !== text[0];
  if (type === 'comment') return text.length < 4 || !text.endsWith('*/');
  return (type === 'url' || type === 'bad-url') && !text.endsWith(')');
}

function declarationOf(tokens: Flat[]) {
  const colon = tokens.findIndex(({ type }) => type === 'colon');
  const property = textOf(trimmed(tokens.slice(0, Math.max(colon, 0))));
  if (property === '') return undefined;
  const { kept, isImportant } = withoutImportant(trimmed(tokens.slice(colon + 1)));
  return { property, value: textOf(kept), isImportant };
}

export const textOf = (tokens: readonly { text: string }[]): string => tokens.map(({ text }) => text).join('');

function trimmed(tokens: Flat[]): Flat[] {
  const first = tokens.findIndex(({ type }) => type !== 'whitespace');
  const last = tokens.findLastIndex(({ type }) => type !== 'whitespace');
  return first < 0 ? [] : tokens.slice(first, last + 1);
}

function withoutImportant(tokens: Flat[]): { kept: Flat[]; isImportant: boolean } {
  const word = tokens.at(-1);
  const before = trimmed(tokens.slice(0, -1));
  const isImportant = word?.text.toLowerCase() === 'important' && before.at(-1)?.text === '!';
  return { kept: isImportant ? trimmed(before.slice(0, -1)) : tokens, isImportant };
}

/** Returns the tokens of a value; undefined if one of them occurs in no value that is allowed here. */
export function tokensOf(value: string): Token[] | undefined {
  const root: Token[] = [];
  const open: { start: number; token: Token; args: Token[] }[] = [];
  for (const { type, text, start } of flatTokens(value)) {
    const into = open.at(-1)?.args ?? root;
    if (type === 'function' || type === '(') {
      const args: Token[] = [];
      const token: Token = { type: 'function', text, name: text.slice(0, -1).toLowerCase(), args };
      into.push(token);
      open.push({ start, token, args });
    } else if (type === ')') {
      const closed = open.pop();
      if (!closed) return undefined;
      // The text is cut out once: adding each token to all that are open would take the square of their depth.
      closed.token.text = value.slice(closed.start, start + text.length);
    } else {
      const known = typesOfFlat[type];
      if (!known) return undefined;
      into.push({ type: known, text });
    }
  }
  return open.length > 0 ? undefined : root;
}

const typesOfFlat: Record<string, Token['type']> = {
  ident: 'ident',
  hash: 'hash',
  string: 'string',
  url: 'url',
  number: 'number',
  percentage: 'percentage',
  dimension: 'dimension',
  comma: 'comma',
  whitespace: 'space',
  delim: 'delim',
};

const isSpace = ({ type }: Token) => type === 'space';

/** Returns the parts between separators, without white space around them. */
export function splitAt(tokens: readonly Token[], isSeparator: (token: Token) => boolean): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (isSeparator(token)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.map((part) => {
    const first = part.findIndex((token) => !isSpace(token));
    return first < 0 ? [] : part.slice(first, part.findLastIndex((token) => !isSpace(token)) + 1);
  });
}

/** Returns tokens between white space, or these separators too; undefined if two touch each other or there is none. */
export function wordsOf(tokens: readonly Token[], separators = ''): Token[] | undefined {
  const words: Token[] = [];
  let isApart = true;
  for (const token of tokens) {
    const isBetween = isSpace(token) || (token.text.length === 1 && separators.includes(token.text));
    if (isBetween && words.length === 0) return undefined;
    if (!isBetween && !isApart) return undefined;
    if (!isBetween) words.push(token);
    isApart = isBetween;
  }
  return words.length === 0 || isApart ? undefined : words;
}
