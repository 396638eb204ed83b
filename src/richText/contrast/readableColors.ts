import type { Palette } from '@mui/material';
import { type Editor, Extension } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { tagColors } from '../contentStyle.ts';
import { decorationTag } from '../html/elements.ts';
import { colorsWithin, ownColorsOf, pageColors, readableColor, type TextColors } from './textColors.ts';

interface State {
  /** Undefined in the light theme, in which the editor shows colors as the site does. */
  palette: Palette | undefined;
  decorations: DecorationSet;
}

const pluginKey = new PluginKey<State>('readableColors');
const inactive: State = { palette: undefined, decorations: DecorationSet.empty };

export function setContrastPalette({ state, view }: Editor, palette: Palette): void {
  const wanted = palette.mode === 'dark' ? palette : undefined;
  if (pluginKey.getState(state)?.palette === wanted) return;
  view.dispatch(state.tr.setMeta(pluginKey, { palette: wanted }).setMeta('addToHistory', false));
}

const lines = { underline: 'underline', strike: 'line-through' };

/** A mark's own line has the mark's color. One in the readable color covers it. */
function attributesFor(color: string, marks: DocNode['marks'] = []) {
  const drawn = Object.entries(lines).flatMap(([name, line]) =>
    marks.some(({ type }) => type.name === name) ? [line] : [],
  );
  const decoration = drawn.length > 0 ? `; text-decoration-line: ${drawn.join(' ')}` : '';
  return { class: 'readable-color', style: `--readable-color: ${color}${decoration}` };
}

/** Returns the text color that `contentStyle` gives to a tag. */
function themeColorOf(tag: string, palette: Palette): string | undefined {
  const path = Object.hasOwn(tagColors, tag) ? tagColors[tag as keyof typeof tagColors] : undefined;
  if (path === undefined) return undefined;
  return path === 'primary.main' ? palette.primary.main : palette.text.secondary;
}

const within = (colors: TextColors, { tag, preserved }: DocNode['attrs'], palette: Palette): TextColors =>
  tag ? colorsWithin(colors, ownColorsOf(tag, preserved), themeColorOf(tag, palette)) : colors;

/** Returns the decorations of a node's content, which starts at the position `start`. */
function decorationsIn(parent: DocNode, start: number, outer: TextColors, palette: Palette): Decoration[] {
  const decorations: Decoration[] = [];
  parent.forEach((node, offset) => {
    const from = start + offset;
    const to = from + node.nodeSize;
    const colors = [...node.marks, node].reduce((around, { attrs }) => within(around, attrs, palette), outer);
    const color = readableColor(colors);
    const isChanged = color !== colors.editor.color;
    if (node.isText) {
      if (isChanged)
        decorations.push(Decoration.inline(from, to, { nodeName: decorationTag, ...attributesFor(color, node.marks) }));
    } else if (!node.isLeaf) {
      if (isChanged) decorations.push(Decoration.node(from, to, attributesFor(color)));
      const inner = { ...colors, editor: { ...colors.editor, color } };
      decorations.push(...decorationsIn(node, from + 1, inner, palette));
    }
  });
  return decorations;
}

/** Returns the range from the first to the last top-level block that differs, or undefined if the documents are equal. */
function changedBlocks(before: DocNode, doc: DocNode): { from: number; to: number } | undefined {
  const start = before.content.findDiffStart(doc.content);
  if (start === null) return undefined;
  const end = Math.max(before.content.findDiffEnd(doc.content)?.b ?? doc.content.size, start);
  let [from, to] = [doc.content.size, 0];
  doc.forEach((node, offset) => {
    if (offset > end || offset + node.nodeSize < start) return;
    from = Math.min(from, offset);
    to = Math.max(to, offset + node.nodeSize);
  });
  return { from, to };
}

/**
 * In the dark theme, shows text whose contrast is too low in a readable shade of its color (`readableColor`). These are decorations:
 * the stored HTML keeps its colors.
 */
export const readableColors = Extension.create({
  name: 'readableColors',
  addProseMirrorPlugins: () => [
    new Plugin<State>({
      key: pluginKey,
      state: {
        init: () => inactive,
        apply(tr, state, { doc: before }) {
          const { doc } = tr;
          const chosen: Pick<State, 'palette'> | undefined = tr.getMeta(pluginKey);
          const { palette } = chosen ?? state;
          if (!palette) return inactive;
          const colors = pageColors(palette);
          if (chosen)
            return { palette, decorations: DecorationSet.create(doc, decorationsIn(doc, 0, colors, palette)) };
          if (!tr.docChanged) return state;
          const moved = state.decorations.map(tr.mapping, doc);
          const changed = changedBlocks(before, doc);
          if (!changed) return { palette, decorations: moved };
          const { from, to } = changed;
          const stale = moved.find(from, to).filter((one) => one.from >= from && one.to <= to);
          const blocks = doc.slice(from, to).content;
          const made = decorationsIn(doc.copy(blocks), from, colors, palette);
          return { palette, decorations: moved.remove(stale).add(doc, made) };
        },
      },
      props: { decorations: (state) => pluginKey.getState(state)?.decorations },
    }),
  ],
});
