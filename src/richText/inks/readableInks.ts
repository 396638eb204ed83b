import type { Palette } from '@mui/material';
import { type Editor, Extension } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { type Inks, inksWithin, ownColors, pageInks, readableInk } from './inkColors.ts';

interface State {
  /** Of the dark theme; nothing is changed in the light one, which is as light as the site. */
  palette: Palette | undefined;
  decorations: DecorationSet;
}

const key = new PluginKey<State>('readableInks');
const nothing: State = { palette: undefined, decorations: DecorationSet.empty };

export function showInks({ state, view }: Editor, palette: Palette): void {
  const wanted = palette.mode === 'dark' ? palette : undefined;
  if (key.getState(state)?.palette === wanted) return;
  view.dispatch(state.tr.setMeta(key, { palette: wanted }).setMeta('addToHistory', false));
}

const decorated = (ink: string) => ({ class: 'readable-ink', style: `--ink: ${ink}` });

/** The ink that `contentStyle` gives to an element without one of its own. */
function themedInk(tag: string, { primary, text }: Palette): string | undefined {
  if (tag === 'a') return primary.main;
  return tag === 'blockquote' || tag === 'figcaption' ? text.secondary : undefined;
}

const within = (inks: Inks, { tag, preserved }: DocNode['attrs'], palette: Palette): Inks =>
  tag ? inksWithin(inks, ownColors(tag, preserved), themedInk(tag, palette)) : inks;

/** What is to be shown with another ink of a node's content, which begins at `start`. */
function decorationsIn(parent: DocNode, start: number, outer: Inks, palette: Palette): Decoration[] {
  const found: Decoration[] = [];
  parent.forEach((node, offset) => {
    const from = start + offset;
    const to = from + node.nodeSize;
    const natural = [...node.marks, node].reduce((inks, { attrs }) => within(inks, attrs, palette), outer);
    const ink = readableInk(natural);
    const isChanged = ink !== natural.shown.ink;
    if (node.isText) {
      if (isChanged) found.push(Decoration.inline(from, to, decorated(ink)));
    } else if (!node.isLeaf) {
      if (isChanged) found.push(Decoration.node(from, to, decorated(ink)));
      const inks = { ...natural, shown: { ...natural.shown, ink } };
      found.push(...decorationsIn(node, from + 1, inks, palette));
    }
  });
  return found;
}

/** The outermost blocks that differ, from the first to the last one; undefined if none does. */
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
 * Inks that cannot be read in the dark theme are shown with others: by their contrast with what is behind them, which is compared with
 * that on the site. The HTML keeps its own.
 */
export const readableInks = Extension.create({
  name: 'readableInks',
  addProseMirrorPlugins: () => [
    new Plugin<State>({
      key,
      state: {
        init: () => nothing,
        apply(tr, state, { doc: before }) {
          const { doc } = tr;
          const chosen: Pick<State, 'palette'> | undefined = tr.getMeta(key);
          const { palette } = chosen ?? state;
          if (!palette) return nothing;
          const inks = pageInks(palette);
          if (chosen) return { palette, decorations: DecorationSet.create(doc, decorationsIn(doc, 0, inks, palette)) };
          if (!tr.docChanged) return state;
          const moved = state.decorations.map(tr.mapping, doc);
          const changed = changedBlocks(before, doc);
          if (!changed) return { palette, decorations: moved };
          const { from, to } = changed;
          const stale = moved.find(from, to).filter((one) => one.from >= from && one.to <= to);
          const blocks = doc.slice(from, to).content;
          const made = decorationsIn(doc.copy(blocks), from, inks, palette);
          return { palette, decorations: moved.remove(stale).add(doc, made) };
        },
      },
      props: { decorations: (state) => key.getState(state)?.decorations },
    }),
  ],
});
