import { fullNameOf } from '../../utils/fileName.ts';

const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI OL P PRE SECTION TABLE TR UL'.split(
    ' ',
  ),
);
/** What is seen as more than its text, by the address that it shows. */
const media = new Set(['IMG', 'VIDEO', 'AUDIO', 'IFRAME', 'SOURCE']);

/** The text of HTML, a line for each of its blocks, without tags; a picture or film stands there by the name of its file. */
export function htmlLines(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return textOf(body)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replace(/\s+/g, ' ');
  const { nodeName } = node;
  if (nodeName === 'BR') return '\n';
  if (nodeName === 'SCRIPT' || nodeName === 'STYLE') return '';
  const src = media.has(nodeName) && node instanceof Element ? node.getAttribute('src') : null;
  const own = src ? `[${fullNameOf(src) || src}]` : '';
  const inner = [...node.childNodes].map(textOf).join('');
  if (nodeName === 'TD' || nodeName === 'TH') return `${own}${inner} `;
  return blocks.has(nodeName) ? `\n${own}${inner}\n` : `${own}${inner}`;
}
