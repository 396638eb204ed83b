import type { Command, JSONContent } from '@tiptap/core';
import type { Node as DocNode, ResolvedPos, Schema } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, type Transaction } from '@tiptap/pm/state';
import { insertBlock } from '../commands.ts';
import { isBlank } from '../html/elements.ts';
import type { PreservedAttributes } from '../schema/preservedAttributes.ts';
import { type Placement, placementOf, withSide, withWidth } from './pictureStyle.ts';

export interface PictureSettings extends Placement {
  src: string;
  alt: string;
  caption: string;
}

interface Placed {
  node: DocNode;
  pos: number;
}

/** A picture, and the `figure` that holds it alone. */
interface Picture extends Placed {
  figure?: Placed;
}

const isContainer = (node: DocNode, tag: string) => node.type.name === 'container' && node.attrs.tag === tag;

/** With one picture; a gallery's pictures stand for themselves. */
export const isFigure = (node: DocNode) => {
  let count = 0;
  node.descendants(({ type }) => {
    if (type.name === 'image') count++;
  });
  return isContainer(node, 'figure') && count === 1;
};

function figureAround($pos: ResolvedPos): Placed | undefined {
  for (let depth = $pos.depth; depth > 0; depth--) {
    const node = $pos.node(depth);
    if (isFigure(node)) return { node, pos: $pos.before(depth) };
  }
  return undefined;
}

export function selectedPicture({ selection }: EditorState): Picture | undefined {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return undefined;
  return { node: selection.node, pos: selection.from, figure: figureAround(selection.$from) };
}

function captionOf(figure: Placed | undefined): Placed | undefined {
  let caption: Placed | undefined;
  figure?.node.forEach((node, offset) => {
    if (isContainer(node, 'figcaption')) caption = { node, pos: figure.pos + 1 + offset };
  });
  return caption;
}

export function settingsOf({ node, figure }: Picture): PictureSettings {
  const { preserved }: { preserved: PreservedAttributes } = node.attrs as never;
  const own = placementOf(preserved);
  const outer = figure && placementOf(figure.node.attrs.preserved);
  return {
    src: preserved.src ?? '',
    alt: preserved.alt ?? '',
    caption: captionOf(figure)?.node.textContent ?? '',
    side: outer?.side ?? own.side,
    width: outer?.width ?? own.width,
  };
}

const bare = (content: JSONContent[]): JSONContent => ({ type: 'paragraph', attrs: { bare: true }, content });

const container = (tag: string, content: JSONContent[], preserved: PreservedAttributes = {}): JSONContent => ({
  type: 'container',
  attrs: { tag, preserved },
  content,
});

const figcaption = (text: string) => container('figcaption', [bare([{ type: 'text', text }])]);

function figureOf(image: JSONContent, { caption, side, width }: Pick<PictureSettings, 'caption' | keyof Placement>) {
  return container('figure', [bare([image]), figcaption(caption)], withWidth(withSide('figure', {}, side), width));
}

/** A new picture: a `figure` if it has a caption. */
export function pictureContent({ src, alt, caption = '', side = 'none', width = null }: NewPicture): JSONContent {
  const image = (preserved: PreservedAttributes) => ({ type: 'image', attrs: { preserved } });
  const plain = { src, alt };
  if (!caption) return image(withWidth(side === 'none' ? plain : withSide('img', plain, side), width));
  return figureOf(image(withWidth(plain, width === null ? null : 100)), { caption, side, width });
}
type NewPicture = Pick<PictureSettings, 'src' | 'alt'> & Partial<PictureSettings>;

export const insertPicture =
  (picture: NewPicture): Command =>
  (props) => {
    const { state, tr } = props;
    const node = built(state.schema, pictureContent(picture));
    if (node.isBlock) return insertBlock(node)(props);
    tr.replaceSelectionWith(node, false).scrollIntoView();
    return true;
  };

/** Changes the selected picture; what is not changed keeps its attributes as they are. */
export const setPicture =
  (settings: PictureSettings): Command =>
  ({ state, tr }) => {
    const picture = selectedPicture(state);
    if (!picture) return false;
    const before = settingsOf(picture);
    const { node, pos, figure } = picture;
    const isWrapped = !figure && settings.caption !== '';
    const placed = figure?.node ?? node;
    const tag = figure ? 'figure' : 'img';
    let attributes: PreservedAttributes = placed.attrs.preserved;
    if (settings.side !== before.side) attributes = withSide(tag, attributes, settings.side);
    if (settings.width !== before.width) attributes = withWidth(attributes, settings.width);

    let own: PreservedAttributes = figure ? node.attrs.preserved : attributes;
    const inner = settings.width === null ? null : 100;
    if (isWrapped) own = withWidth(withSide('img', own, 'none'), inner);
    else if (figure && settings.width !== before.width) own = withWidth(own, inner);
    if (settings.src !== before.src) own = { ...own, src: settings.src };
    if (settings.alt !== before.alt) own = { ...own, alt: settings.alt };
    tr.setNodeAttribute(pos, 'preserved', own);
    if (figure) tr.setNodeAttribute(figure.pos, 'preserved', attributes);
    if (isWrapped) wrap(tr, pos, settings);
    else if (figure && settings.caption !== before.caption) setCaption(tr, figure, settings.caption);
    return true;
  };

const built = (schema: Schema, content: JSONContent) => schema.nodeFromJSON(content);

function setCaption(tr: Transaction, figure: Placed, text: string): void {
  const { schema } = tr.doc.type;
  const caption = captionOf(figure);
  const end = figure.pos + figure.node.nodeSize - 1;
  const { from, to } = caption
    ? { from: caption.pos, to: caption.pos + caption.node.nodeSize }
    : { from: end, to: end };
  if (!text) tr.delete(from, to);
  else if (caption) tr.replaceWith(from + 1, to - 1, built(schema, bare([{ type: 'text', text }])));
  else tr.insert(from, built(schema, figcaption(text)));
}

/** Puts the picture into a figure of its own between what stands before and after it in its line. */
function wrap(tr: Transaction, pos: number, settings: PictureSettings): void {
  const { schema } = tr.doc.type;
  const $pos = tr.doc.resolve(pos);
  const { parent: line, parentOffset } = $pos;
  const image = $pos.nodeAfter;
  if (!image) return;
  const figure = built(schema, figureOf(image.toJSON(), settings));
  const before = line.cut(0, parentOffset);
  const after = line.cut(parentOffset + 1);
  const rest = after.type.create({ ...after.attrs, item: null, id: null }, after.content);
  const first = hasContent(before) ? [before] : [];
  const start = $pos.before();
  tr.replaceWith(start, start + line.nodeSize, [...first, figure, ...(hasContent(after) ? [rest] : [])]);
  const inside = start + (first[0]?.nodeSize ?? 0) + 2;
  tr.setSelection(NodeSelection.create(tr.doc, inside));
}

const hasContent = (line: DocNode): boolean =>
  line.children.some((node) => (node.isText ? !isBlank(node.text ?? '') : node.type.name !== 'hardBreak'));
