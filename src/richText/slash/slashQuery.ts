import { Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** The text that is typed after a slash which opened the menu. */
export interface SlashQuery {
  from: number;
  query: string;
}

const key = new PluginKey<SlashQuery | null>('slashQuery');

export const slashQueryOf = (state: EditorState): SlashQuery | null => key.getState(state) ?? null;

export const closeSlash = (tr: Transaction): Transaction => tr.setMeta(key, 'close');

/** Chinese input methods write 、 or ／ for the slash key. No text starts with 、, so it counts in an empty block. */
const signs = /[/／、]$/;

function opened(text: string, isAlone: boolean): boolean {
  const sign = signs.exec(text)?.[0];
  if (!sign) return false;
  return text.length === 1 ? sign !== '、' || isAlone : sign === '/' && /\s$/.test(text.slice(0, -1));
}

function next(tr: Transaction, before: SlashQuery | null, old: EditorState, state: EditorState): SlashQuery | null {
  const { $from, empty } = state.selection;
  const { parent, parentOffset } = $from;
  if (tr.getMeta(key) || !empty || !parent.isTextblock || parent.type.spec.code) return null;
  const text = parent.textBetween(0, parentOffset, undefined, '\ufffc');
  if (before) {
    const from = tr.mapping.map(before.from);
    const typed = text.slice(from - $from.start());
    if (from < $from.start() || !signs.test(typed.slice(0, 1))) return null;
    // An input method may write spaces between the syllables that it has not turned into characters yet.
    const isComposing = tr.getMeta('composition') !== undefined;
    const query = typed.slice(1);
    return query.length > 20 || (/\s/.test(query) && !isComposing) ? null : { from, query };
  }
  const isTyped =
    state.doc.content.size === old.doc.content.size + 1 && !tr.getMeta('history$') && !tr.getMeta('paste');
  return isTyped && opened(text, parent.content.size === 1) ? { from: $from.pos - 1, query: '' } : null;
}

/** Follows the text after a slash at the start of a block or after a space, and marks where the hint is shown. */
export const slashQuery = Extension.create({
  name: 'slashQuery',
  addProseMirrorPlugins: () => [
    new Plugin<SlashQuery | null>({
      key,
      state: { init: () => null, apply: next },
      props: {
        decorations({ doc, selection }) {
          const { $from, empty } = selection;
          const isLine = empty && $from.depth === 1 && $from.parent.type.name === 'paragraph';
          if (!isLine || $from.parent.content.size > 0) return null;
          return DecorationSet.create(doc, [Decoration.node($from.before(), $from.after(), { class: 'slash-hint' })]);
        },
      },
    }),
  ],
});
