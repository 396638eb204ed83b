import { CallError } from '../../core/errors.ts';
import { message } from '../../core/messages.ts';
import { sanitizeHtml, sanitizeWithin } from '../../engine/kinds/html/sanitizeHtml.ts';

type Attributes = Record<string, string>;

const fileAttributes: Record<string, string[]> = {
  img: ['src'],
  video: ['src', 'poster'],
  audio: ['src'],
  source: ['src'],
};
// A link may lead to a page of the site; only links to files are changed.
const isFileLink = (href: string) =>
  /\.(png|jpe?g|gif|webp|avif|bmp|svg)([?#]|$)/i.test(href) || /\/static\//.test(href);

/**
 * Replaces file URLs, then sanitises. If a text cannot be accepted, `refuse` gets the reason and the text is left out.
 * @returns the HTML, and what sanitising removed, by tag (`script`) or attribute (`img onerror`), with counts
 */
export function importHtml(
  source: string,
  take: (url: string) => string,
  refuse: (why: string) => void,
): { html: string; dropped: Map<string, number> } {
  try {
    return cleaned(source, take);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    refuse(message('en', error.key, error.values));
    return { html: '', dropped: new Map() };
  }
}

function cleaned(source: string, take: (url: string) => string): { html: string; dropped: Map<string, number> } {
  const before = new Map<string, number>();
  const after = new Map<string, number>();
  const rewritten = visit(source, (tag, attributes) => {
    tally(before, tag, attributes);
    return changed(tag, attributes, take);
  });
  const html = sanitizeHtml(rewritten);
  visit(html, (tag, attributes) => {
    tally(after, tag, attributes);
    return attributes;
  });
  const lost = [...before].map(([what, n]): [string, number] => [what, n - (after.get(what) ?? 0)]);
  return { html, dropped: new Map(lost.filter(([, n]) => n > 0)) };
}

function changed(tag: string, attributes: Attributes, take: (url: string) => string): Attributes {
  const names = [...(fileAttributes[tag] ?? []), ...(isFileLink(attributes.href ?? '') ? ['href'] : [])];
  const taken = names.flatMap((name) => {
    const url = attributes[name];
    return url ? [[name, take(url)]] : [];
  });
  return { ...attributes, ...Object.fromEntries(taken) };
}

/** Single style declarations are not counted, because a page reads the same without them. */
function tally(counts: Map<string, number>, tag: string, attributes: Attributes): void {
  for (const what of [tag, ...Object.keys(attributes).map((name) => `${tag} ${name}`)]) {
    if (!what.endsWith(' style')) counts.set(what, (counts.get(what) ?? 0) + 1);
  }
}

/** Rewrites HTML tag by tag with the sanitiser's own parser; everything else stays. */
function visit(html: string, change: (tag: string, attributes: Attributes) => Attributes): string {
  return sanitizeWithin(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    parseStyleAttributes: false,
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: change(tagName, attribs) }) },
  });
}
