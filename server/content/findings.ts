import type { CheckRule } from '../../contract/calls/check.ts';
import type { Entity } from '../../contract/entity.ts';
import { maskNumber } from '../../contract/maskNumber.ts';
import type { MessageKey, Values as MessageValues } from '../core/messages.ts';

export interface Finding {
  rule: CheckRule | 'link';
  field: string;
  key: MessageKey;
  values?: MessageValues;
  /** The texts that the finding is about. */
  found?: string[];
}
type Values = Record<string, unknown>;

const textFields = ['title', 'subtitle', 'description', 'seo_title', 'keywords', 'tags', 'content'];
/** In characters, of which a Latin letter counts half. Search engines show about so many. */
const longestTitle = 30;
const maxNamed = 5;

const isWide = (character: string) => character.charCodeAt(0) > 0x2e7f;
const widthOf = (text: string) => [...text].reduce((sum, character) => sum + (isWide(character) ? 1 : 0.5), 0);

/** The configured words of advertising law; a text must not contain the forbidden ones. */
interface Words {
  forbidden: readonly string[];
  /** Longer words that contain a forbidden one. */
  harmless: readonly string[];
}

/** Finds what is missing or risky in a record by its values alone. */
export function findingsOf({ fields }: Entity, values: Values, { forbidden, harmless }: Words): Finding[] {
  // A save refuses longer texts.
  const text = (name: string) =>
    String(values[name] ?? '')
      .slice(0, fields[name]?.max)
      .trim();
  const has = (name: string) => name in fields;
  const findings: Finding[] = [];
  const find = (rule: CheckRule, field: string, key: MessageKey, values?: MessageValues, found?: string[]) =>
    findings.push({ rule, field, key, ...(values && { values }), ...(found && { found: found.slice(0, maxNamed) }) });

  if (has('org_img') && !text('org_img')) find('cover', 'org_img', 'check_cover');
  if (has('description') && !text('description')) find('description', 'description', 'check_description');
  const title = text('seo_title') ? 'seo_title' : 'title';
  const n = Math.ceil(widthOf(text(title)));
  if (n > longestTitle) find('title', title, 'check_title', { n, most: longestTitle });
  const bare = imagesOf(text('content')).filter(({ alt }) => !alt).length;
  if (bare > 0) find('alt', 'content', 'check_alt', { n: bare });

  for (const name of textFields.filter(has)) {
    const plain = (name === 'content' ? textOf(text(name)) : text(name)).replace(invisibleCharacters, '');
    const lowered = plain.toLowerCase();
    const isPossible = createPairFilter(lowered, forbidden.length + harmless.length);
    const rest = harmless.filter(isPossible).reduce((text, word) => text.replaceAll(word.toLowerCase(), ' '), lowered);
    const used = forbidden.filter((word) => isPossible(word) && rest.includes(word.toLowerCase()));
    if (used.length > 0) find('words', name, 'check_words', { words: listed(used) }, used);
    const phones = [...new Set(plain.match(/(?<!\d)1[3-9]\d{9}(?!\d)/g))];
    if (phones.length > 0) find('phone', name, 'check_phone', { numbers: listed(phones.map(maskNumber)) }, phones);
    const ids = [...new Set(plain.match(/(?<!\d)\d{17}[\dXx](?![\dXx])/g))].filter(isIdNumber);
    if (ids.length > 0) find('id', name, 'check_id', { numbers: listed(ids.map(maskNumber)) }, ids);
  }
  for (const name of ['expire_time', 'end_time'].filter(has))
    if (text(name) && Date.parse(text(name)) < Date.now()) find('expired', name, 'check_expired');
  return findings;
}

const listed = (found: string[]) => found.slice(0, maxNamed).join('、') + (found.length > maxNamed ? '…' : '');
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
/** Tells an identity number by its check digit (GB 11643). */
const isIdNumber = (number: string) =>
  '10X98765432'[weights.reduce((sum, weight, at) => sum + weight * Number(number[at]), 0) % 11] ===
  number[17]?.toUpperCase();

/** So many characters times words are compared within some milliseconds. */
const fewComparisons = 5_000_000;

/**
 * It would take seconds to look for each of thousands of words in a long text.
 * @returns whether a word can be in the text, because each pair of its characters is
 */
function createPairFilter(lowered: string, words: number): (word: string) => boolean {
  if (lowered.length * words < fewComparisons) return () => true;
  const known = new Set<string>();
  for (let at = 1; at < lowered.length; at++) known.add(lowered.slice(at - 1, at + 1));
  return (word) => {
    const own = word.toLowerCase();
    // A blank may stand where a harmless word was.
    for (let at = 1; at < own.length; at++)
      if (!own.includes(' ') && !known.has(own.slice(at - 1, at + 1))) return false;
    return true;
  };
}

/** Cuts HTML after its last tag, because from each `<` that is never closed a search for tags would read to the end. */
const closed = (html: string) => html.slice(0, html.lastIndexOf('>') + 1);

/** Words go on across these elements, and across characters that are not shown. */
const inline = new Set(
  'a abbr b big cite code del em font i ins mark q s small span strike strong sub sup u wbr'.split(' '),
);
const invisibleCharacters = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

const textOf = (html: string) => {
  const tags = closed(html);
  const text = tags.replace(/<\/?([a-z]+\b)?[^<>]*>/gi, (_tag, name = '') =>
    inline.has(name.toLowerCase()) ? '' : ' ',
  );
  return (text + html.slice(tags.length)).replace(/&nbsp;/g, ' ');
};

const patternOf = (attribute: string) => new RegExp(`\\s${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i');
const attributes = { alt: patternOf('alt'), src: patternOf('src'), href: patternOf('href') };

function attribute(tag: string, name: keyof typeof attributes): string {
  const found = attributes[name].exec(tag);
  return (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').replace(/&amp;/g, '&').trim();
}

const imagesOf = (html: string) =>
  (closed(html).match(/<img\b[^<>]*>/gi) ?? []).map((tag) => ({
    alt: attribute(tag, 'alt'),
    src: attribute(tag, 'src'),
  }));

/** Returns each address in a record once, with its field. */
export function addressesOf({ fields }: Entity, values: Values): Map<string, string> {
  const addresses = new Map<string, string>();
  const add = (field: string, address: string) => address && !addresses.has(address) && addresses.set(address, field);
  for (const [name, { kind, link }] of Object.entries(fields)) {
    const value = String(values[name] ?? '').trim();
    if (kind === 'image' || kind === 'file' || link) add(name, value);
    if (kind !== 'html') continue;
    for (const { src } of imagesOf(value)) add(name, src);
    for (const tag of closed(value).match(/<a\b[^<>]*>/gi) ?? []) add(name, attribute(tag, 'href'));
  }
  return addresses;
}
