import { insertIslands } from '../html/islands.ts';
import { innerHtml, prepare, purifiedBody } from '../html/prepare.ts';
import { isOwnCopy, replaceIslandCopies, restoreIslands } from '../islands/clipboard.ts';
import { cleanPaste } from './cleanPaste.ts';
import { parsePaste } from './css.ts';
import { normalizeTable } from './normalizeTable.ts';
import { isUnreachable, pictureName, readPictures } from './officePictures.ts';

/**
 * Turns pasted HTML into the HTML that the editor takes. Pictures that came without their content are removed.
 * @param onLost receives their names, which may be empty
 */
export function cleanPastedHtml(html: string, onLost: (names: string[]) => void = () => {}): string {
  const source = parsePaste(html);
  const isOwn = isOwnCopy(source);
  if (!isOwn) {
    replaceIslandCopies(source);
    readPictures(source);
  }
  const names = [...source.querySelectorAll('img')].map(pictureName);
  if (!isOwn) cleanPaste(source.ownerDocument, html);
  const body = purifiedBody(innerHtml(source));
  const images = [...body.querySelectorAll('img')];
  // If the purifier does not allow an address, the picture has none.
  const lost = images.filter((image) => {
    const src = image.getAttribute('src');
    return isUnreachable(src) || /^\s*data:/i.test(src ?? '');
  });
  onLost(lost.map((image) => (names.length === images.length ? names[images.indexOf(image)] : undefined) ?? ''));
  for (const image of lost) image.remove();
  restoreIslands(body);
  insertIslands({ body, rangeOf: () => undefined, replace: replaceNodes }, '');
  if (!isOwn) for (const table of body.querySelectorAll('table')) normalizeTable(table);
  return innerHtml(prepare(body, false));
}

function replaceNodes(nodes: readonly Node[], replacement: Element): void {
  nodes[0]?.parentNode?.insertBefore(replacement, nodes[0]);
  for (const node of nodes) node.parentNode?.removeChild(node);
}
