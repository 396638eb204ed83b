import { rtfPictures } from './rtfPictures.ts';

/** Whether the clipboard's HTML only names a picture: a file of another computer, or an address of another program. */
export const isUnreachable = (src: string | null): boolean =>
  src === null || src === '' || /^\s*(file|cid|about|webkit-fake-url|x-[\w-]+|[a-z]:\\|\\\\)/i.test(src);

/** Gives pictures the addresses that their page or program keeps elsewhere. */
export function readPictures(body: Element): void {
  for (const image of body.querySelectorAll('img')) takeLazyAddress(image);
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) showHidden(element);
  takeVmlPictures(body);
}

/** Pages that load a picture when it is scrolled into view keep its address elsewhere until then. */
function takeLazyAddress(image: Element): void {
  const src = image.getAttribute('src') ?? '';
  const lazy = image.getAttribute('data-src') ?? image.getAttribute('data-original');
  if (lazy && (!src || /^data:image\/(svg|gif)/i.test(src))) image.setAttribute('src', lazy);
}

/** Pages hide pictures and texts until they are scrolled into view. Here nothing would show them. */
function showHidden(element: HTMLElement): void {
  const { style } = element;
  const isTransparent = style.opacity !== '' && Number(style.opacity) === 0;
  // Any other `style` stays as it is written: the browser drops the properties that it does not know, such as Word's.
  if (style.visibility !== 'hidden' && !isTransparent) return;
  if (style.visibility === 'hidden') style.removeProperty('visibility');
  if (isTransparent) style.removeProperty('opacity');
  if (style.length === 0) element.removeAttribute('style');
}

/** Makes images of pictures in VML: newer versions of Word write nothing else. */
function takeVmlPictures(body: Element): void {
  const elements = [...body.querySelectorAll('*')];
  for (const shape of elements.filter(({ localName }) => localName === 'v:shape')) {
    const data = [...shape.querySelectorAll('*')].find(({ localName }) => localName === 'v:imagedata');
    const src = data?.getAttribute('src');
    const isDouble = elements.some((image) => image.getAttribute('v:shapes')?.split(' ').includes(shape.id));
    if (src && !isDouble) {
      const image = body.ownerDocument.createElement('img');
      image.setAttribute('src', src);
      image.setAttribute('alt', shape.getAttribute('alt') ?? data?.getAttribute('o:title') ?? '');
      shape.before(image);
    }
  }
  for (const shape of elements.filter(({ localName }) => localName.startsWith('v:'))) shape.remove();
}

/**
 * Finds the files of pictures in the RTF. Word's drawings are pictures in the HTML but not in the RTF; their shapes
 * have no `imagedata`.
 */
export function takeRtfPictures(body: Element, rtf: string): Map<Element, File> {
  const comments: string[] = [];
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  while (walker.nextNode()) comments.push((walker.currentNode as Comment).data);
  const shapes = comments.join('\n').split(/(?=<v:(?:shape|group|rect|roundrect|oval|line|polyline)\b)/);
  const isDrawing = (image: Element) => {
    const [id = ''] = (image.getAttribute('v:shapes') ?? '').split(' ');
    const shape = id && shapes.find((text) => text.slice(0, text.indexOf('>')).includes(`id="${id}"`));
    return shape ? !shape.includes('<v:imagedata') : false;
  };
  const images = [...body.querySelectorAll('img')].filter((image) => !isDrawing(image));
  const local = images.filter((image) => isUnreachable(image.getAttribute('src')));
  const files = local.length > 0 ? rtfPictures(rtf) : [];
  // If the numbers differ, pictures cannot be matched with files.
  const inOrder = [local, images].find(({ length }) => length === files.length) ?? [];
  return new Map(
    inOrder.flatMap((image, index) => {
      const file = files[index];
      return file && local.includes(image) ? [[image, file]] : [];
    }),
  );
}

/** Names a picture by its alternative text, its title or its file. */
export function pictureName(image: Element): string {
  const src = image.getAttribute('src') ?? '';
  const file = /^(data|blob|about):/i.test(src) ? '' : src.split(/[\\/]/).at(-1);
  const name = ['alt', 'title', 'name'].map((attribute) => image.getAttribute(attribute)).find(Boolean) ?? file ?? '';
  return name.replaceAll(/\s+/g, ' ').trim().slice(0, 60);
}
