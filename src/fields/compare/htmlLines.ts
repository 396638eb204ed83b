import { fullNameOf } from '../../utils/files.ts';

const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI OL P PRE SECTION TABLE TR UL'.split(
    ' ',
  ),
);
/** Elements that show the file of their `src`. */
const media = new Set(['IMG', 'VIDEO', 'AUDIO', 'IFRAME', 'SOURCE']);

/** The text of HTML without tags, a line for each block element; a picture or video is shown by its file name. */
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
