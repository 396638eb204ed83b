import { frameHosts } from '../../../contract/frameHosts.ts';
import { fileUrl } from '../../services/backEnd.ts';
import { isForeign } from '../html/elements.ts';
import { parseBody } from '../html/isLosslessRoundTrip.ts';
import { purifiedBody } from '../html/prepare.ts';

/**
 * The content of an island as it is shown: sanitized, with frames in a sandbox. `hosts`: hosts from which frames may
 * come, in addition to the contract's.
 */
export function islandContent(html: string, hosts: readonly string[] = []): DocumentFragment {
  const body = purifiedBody(html);
  for (const details of body.querySelectorAll('details')) details.setAttribute('open', '');
  for (const media of body.querySelectorAll('[src]'))
    media.setAttribute('src', fileUrl(media.getAttribute('src') ?? ''));
  for (const frame of body.querySelectorAll('iframe')) {
    const address = URL.parse(frame.getAttribute('src') ?? '', 'https://site.invalid');
    if (address?.protocol === 'https:' && [...frameHosts, ...hosts].includes(address.hostname)) {
      frame.setAttribute('src', address.href);
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.setAttribute('referrerpolicy', 'no-referrer');
      frame.setAttribute('loading', 'lazy');
    } else frame.replaceWith(frame.getAttribute('src') ?? '');
  }
  for (const wide of body.querySelectorAll<HTMLElement>('img, video, iframe, svg, table')) wide.style.maxWidth = '100%';
  const content = new DocumentFragment();
  content.append(...body.childNodes);
  return content;
}

/** Names the elements that made it an island, or else its outermost ones. A frame's name includes its host. */
export function islandName(html: string): string {
  const body = parseBody(html);
  const foreign = [...body.querySelectorAll('*')].filter(isForeign);
  const outermost = foreign.filter((element) => !foreign.some((other) => other !== element && other.contains(element)));
  const names = (outermost.length > 0 ? outermost : [...body.children]).map((element) => {
    const host = element.localName === 'iframe' && URL.parse(element.getAttribute('src') ?? '', location.href)?.host;
    return `<${element.localName}>${host ? ` ${host}` : ''}`;
  });
  return [...new Set(names)].join(' ');
}
