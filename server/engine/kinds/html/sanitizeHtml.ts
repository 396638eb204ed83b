import sanitize from 'sanitize-html';
import { frameAttributes, frameHosts } from '../../../../contract/frameHosts.ts';
import { schemes } from '../../../../contract/links.ts';
import { CallError, type FieldErrors, longestText } from '../../../core/errors.ts';
import { allowedStyle } from './htmlStyles.ts';

const optionsOf = (hosts: readonly string[]): sanitize.IOptions => ({
  allowedTags: (
    'a abbr acronym address article aside audio b bdi bdo big blockquote br caption center cite code col colgroup dd del ' +
    'details dfn div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i iframe img ins kbd ' +
    'legend li main mark nav ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary sup table ' +
    'tbody td tfoot th thead time tr tt u ul var video wbr'
  ).split(' '),
  allowedAttributes: {
    '*': ['class', 'id', 'title', 'style', 'align', 'valign', 'dir', 'lang', 'width', 'height', 'data-*'],
    a: ['href', 'target', 'rel', 'name', 'download'],
    img: ['src', 'srcset', 'alt', 'loading', 'border', 'hspace', 'vspace'],
    source: ['src', 'srcset', 'type', 'media'],
    video: ['src', 'poster', 'controls', 'loop', 'muted', 'preload', 'playsinline'],
    audio: ['src', 'controls', 'loop', 'muted', 'preload'],
    iframe: ['src', 'allowfullscreen', 'frameborder', 'scrolling', ...Object.keys(frameAttributes)],
    table: ['border', 'cellpadding', 'cellspacing', 'bgcolor', 'summary'],
    td: ['colspan', 'rowspan', 'bgcolor', 'nowrap'],
    th: ['colspan', 'rowspan', 'bgcolor', 'scope', 'nowrap'],
    tr: ['bgcolor'],
    col: ['span'],
    colgroup: ['span'],
    ol: ['start', 'type', 'reversed'],
    ul: ['type'],
    li: ['value'],
    font: ['color', 'size', 'face'],
    hr: ['size', 'color', 'noshade'],
    time: ['datetime'],
    details: ['open'],
    blockquote: ['cite'],
    q: ['cite'],
  },
  // The sanitiser's own reading of styles takes patterns alone, and nested ones can take hours.
  parseStyleAttributes: false,
  allowedSchemes: schemes,
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'poster', 'srcset'],
  allowProtocolRelative: true,
  allowedIframeHostnames: [...frameHosts, ...hosts],
  transformTags: {
    iframe: (tagName, attribs) => ({ tagName, attribs: { ...attribs, ...frameAttributes } }),
    '*': (tagName, attribs) => ({ tagName, attribs: withAllowedStyle(attribs) }),
  },
  parser: { decodeEntities: true },
});

function withAllowedStyle(attribs: sanitize.Attributes): sanitize.Attributes {
  if (attribs.style === undefined) return attribs;
  const { style: _unchecked, ...others } = attribs;
  const style = allowedStyle(attribs.style);
  return style ? { ...attribs, style } : others;
}

const deepest = 256;
// Ordinary pages have at most a tenth of this.
const maxTags = 50_000;
/** One picture of a `srcset` with its width or density, up to the next comma or the end. */
const candidate = / *[^ ,](?:[^ ]*[^ ,])?(?: +(?:0*[1-9]\d*w|\d+(?:\.\d+)?x))? *(?:,|$)/y;

/** Checked before the sanitiser, whose parser prints what it does not understand to standard output. */
function isSrcset(value: string): boolean {
  const text = value.replaceAll(/[\t\n\r\f]/g, ' ');
  candidate.lastIndex = 0;
  for (let at = 0; at < text.length; at = candidate.lastIndex) if (!candidate.test(text)) return false;
  return true;
}

/**
 * The cost grows with the square of the nesting depth (half a minute for 400 kB of nested tags), and with the number of
 * tags.
 * @throws CallError `html_deep`, `field_too_many`
 */
export function sanitizeWithin(html: string, options: sanitize.IOptions): string {
  if ((html.match(/<[a-z]/gi)?.length ?? 0) > maxTags) throw new CallError('field_too_many', { limit: maxTags });
  let depth = 0;
  return sanitize(html, {
    ...options,
    onOpenTag: (_name, attribs) => {
      if (attribs.srcset !== undefined && !isSrcset(attribs.srcset)) delete attribs.srcset;
      if (++depth > deepest) throw new CallError('html_deep', { limit: deepest });
    },
    onCloseTag: () => {
      depth--;
    },
  });
}

/** Removes what a browser would run, by allow-lists. `hosts`: those of frames beside the contract's. @throws CallError `html_deep`, `field_too_many` */
export const sanitizeHtml = (html: string, hosts: readonly string[] = []): string =>
  sanitizeWithin(html, optionsOf(hosts));

type Verdict = { value: string } | { error: FieldErrors[string] };

/** The last texts: a bulk edit checks the same one for every record, and each look at a preview those of its working copy. */
const recent = new Map<string, Verdict>();
const maxRecent = 10;

export function checkHtml(html: string, hosts: readonly string[]): Verdict {
  const key = `${hosts.join()}\n${html}`;
  const verdict = recent.get(key) ?? check(html, hosts);
  recent.delete(key);
  recent.set(key, verdict);
  if (recent.size > maxRecent) recent.delete(recent.keys().next().value as string);
  return { ...verdict };
}

function check(html: string, hosts: readonly string[]): Verdict {
  try {
    assertLength(html);
    const value = sanitizeHtml(html, hosts);
    // Escaping lengthens a text. Beyond the limit the record could not be saved again.
    assertLength(value);
    return { value };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return { error: { key: error.key, values: error.values } };
  }
}

function assertLength(html: string): void {
  if (html.length > longestText) throw new CallError('field_too_long', { limit: longestText });
}
