import DOMPurify from 'dompurify';
import { parseBody } from './isLosslessRoundTrip.ts';

const options = {
  // Never shown by the editor, but kept in the source of a block that nobody edits; the server has the last word.
  ADD_TAGS: ['iframe'],
  ADD_ATTR: ['target', 'allowfullscreen', 'frameborder', 'scrolling', 'hspace', 'vspace'],
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
  // The editor renders neither ids nor names, so nothing of the page can be clobbered.
  SANITIZE_DOM: false,
};

/** HTML as a tree of a page that loads and runs nothing, without anything that a browser would run. */
export function purifiedBody(html: string): HTMLElement {
  const body = parseBody('');
  body.append(DOMPurify.sanitize(html, { ...options, RETURN_DOM_FRAGMENT: true }));
  return body;
}

/** `innerHTML`, with the line break that a parser takes away at the start of a `pre` (HTML standard, 13.2.6.4.7) put back. */
export function innerHtml(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const pre of copy.querySelectorAll('pre')) if (pre.textContent?.startsWith('\n')) pre.prepend('\n');
  return copy.innerHTML;
}
