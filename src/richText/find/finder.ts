import { Extension } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { decorationTag } from '../html/elements.ts';
import { purifiedBody } from '../html/prepare.ts';

export interface Match {
  from: number;
  to: number;
  /** The match is an island, whose source the editor does not change. It is found as a whole and never replaced. */
  isIsland?: true;
}

export interface Search {
  query: string;
  matchCase: boolean;
}

export interface Finding extends Search {
  matches: readonly Match[];
  index: number;
  marks: DecorationSet;
  /** The text has changed. `matches` have moved with it, and are not yet searched for again. */
  isStale: boolean;
  /** Counts how often the finder was opened. */
  opened: number;
}

/** `at`: the first match from this position becomes the current one. */
type Change =
  | { open: Partial<Search> }
  | { search: Partial<Search> }
  | { index: number }
  | { at: number }
  | 'again'
  | 'close';

const key = new PluginKey<Finding | null>('finder');
/** The most matches that are marked around the current one. Thousands of marks would make typing slow. */
const maxMarked = 400;
/** The delay of a new search after the last keystroke, in milliseconds. */
const pause = 200;

export const findingOf = (state: EditorState): Finding | null => key.getState(state) ?? null;

export const changeFinding = (tr: Transaction, change: Change): Transaction =>
  tr.setMeta(key, change).setMeta('addToHistory', tr.docChanged);

const isIsland = ({ type }: DocNode) => type.name === 'island' || type.name === 'inlineIsland';
const islandTexts = new WeakMap<DocNode, string>();

function textOfIsland(island: DocNode): string {
  const text = islandTexts.get(island) ?? purifiedBody(island.attrs.html).textContent?.replace(/\s+/g, ' ') ?? '';
  islandTexts.set(island, text);
  return text;
}

/** Finds matches within single blocks, across their formats. A space matches a no-break space too. */
export function findMatches(doc: DocNode, { query, matchCase }: Search): Match[] {
  if (query === '') return [];
  const escaped = query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/[ \u00a0]/g, '[ \\u00a0]');
  const pattern = new RegExp(escaped, matchCase ? 'gu' : 'giu');
  const matches: Match[] = [];
  doc.descendants((block, position) => {
    if (isIsland(block) && textOfIsland(block).search(pattern) >= 0)
      matches.push({ from: position, to: position + block.nodeSize, isIsland: true });
    if (!block.isTextblock) return true;
    // A node that is no text becomes one character, because it takes one position.
    const text = block.textBetween(0, block.content.size, undefined, '\ufffc');
    for (const { index, 0: found } of text.matchAll(pattern)) {
      const from = position + 1 + index;
      matches.push({ from, to: from + found.length });
    }
    return true;
  });
  return matches.sort((one, other) => one.from - other.from);
}

const firstFrom = (matches: readonly Match[], position: number) =>
  Math.max(
    0,
    matches.findIndex(({ from }) => from >= position),
  );

function marksOf(doc: DocNode, matches: readonly Match[], index: number): DecorationSet {
  const first = Math.max(0, index - maxMarked / 2);
  const marks = matches.slice(first, first + maxMarked).map(({ from, to, isIsland: isWhole }, place) => {
    const name = first + place === index ? 'find-match is-current' : 'find-match';
    return isWhole
      ? Decoration.node(from, to, { class: name })
      : Decoration.inline(from, to, { nodeName: decorationTag, class: name });
  });
  return DecorationSet.create(doc, marks);
}

function next(tr: Transaction, before: Finding | null, _old: EditorState, state: EditorState): Finding | null {
  const change: Change | undefined = tr.getMeta(key);
  if (change === 'close') return null;
  if (change === undefined) return before && tr.docChanged ? moved(tr, before) : before;
  const parts: { open?: Partial<Search>; search?: Partial<Search>; index?: number; at?: number } =
    change === 'again' ? {} : change;
  if (!before && !parts.open) return null;
  const { query = '', matchCase = false, opened = 0 } = before ?? {};
  const search = { query, matchCase, ...parts.open, ...parts.search };
  const matches = before && parts.index !== undefined ? before.matches : findMatches(state.doc, search);
  const current = before?.matches[before.index]?.from ?? state.selection.from;
  const index = parts.index ?? firstFrom(matches, parts.at ?? current);
  const marks = marksOf(state.doc, matches, index);
  const isStale = parts.index !== undefined && before?.isStale === true;
  return { ...search, matches, index, marks, isStale, opened: opened + (parts.open ? 1 : 0) };
}

function moved({ mapping, doc }: Transaction, before: Finding): Finding {
  const matches = before.matches.map(({ from, to, ...match }) => {
    const start = mapping.map(from);
    return { ...match, from: start, to: Math.max(start, mapping.map(to, -1)) };
  });
  return { ...before, matches, marks: before.marks.map(mapping, doc), isStale: true };
}

/** The selected text becomes the query if it is within one block. */
function selectedQuery({ doc, selection }: EditorState): Partial<Search> {
  const { $from, $to, from, to, empty } = selection;
  const isPart = !empty && $from.sameParent($to) && $from.parent.isTextblock && to - from <= 100;
  return isPart ? { query: doc.textBetween(from, to) } : {};
}

export const openFinder = (state: EditorState): Transaction => changeFinding(state.tr, { open: selectedQuery(state) });

/** Closes the finder and leaves the current match selected. */
export function closeFinder(state: EditorState): Transaction {
  const finding = findingOf(state);
  const match = finding?.matches[finding.index];
  const tr = changeFinding(state.tr, 'close');
  if (!match) return tr;
  const isWhole = match.isIsland && tr.doc.nodeAt(match.from);
  return tr.setSelection(
    isWhole ? NodeSelection.create(tr.doc, match.from) : TextSelection.create(tr.doc, match.from, match.to),
  );
}

/** Replaces a match. The new text has the format of the first replaced character. */
function replaceMatch(tr: Transaction, { from, to }: Match, text: string): void {
  const { schema } = tr.doc.type;
  const marks = tr.doc.nodeAt(from)?.marks;
  if (text) tr.replaceWith(from, to, schema.text(text, marks));
  else tr.delete(from, to);
}

function currentMatches(state: EditorState): readonly Match[] {
  const finding = findingOf(state);
  if (!finding?.isStale) return finding?.matches ?? [];
  return findMatches(state.doc, finding);
}

export function replaceCurrent(state: EditorState, text: string): Transaction {
  const matches = currentMatches(state);
  const { tr } = state;
  const finding = findingOf(state);
  const match = matches[firstFrom(matches, finding?.matches[finding.index]?.from ?? 0)];
  if (!match) return tr;
  if (match.isIsland) return changeFinding(tr, { at: match.to });
  replaceMatch(tr, match, text);
  return changeFinding(tr, { at: match.from + text.length });
}

/** Replaces all matches in one transaction, which is one undo step. */
export function replaceAll(state: EditorState, text: string): Transaction {
  const { tr } = state;
  for (const match of currentMatches(state).toReversed()) if (!match.isIsland) replaceMatch(tr, match, text);
  return changeFinding(tr, { at: 0 });
}

export const finder = Extension.create({
  name: 'finder',
  addKeyboardShortcuts: () => ({
    'Mod-f': ({ editor }) => {
      editor.view.dispatch(openFinder(editor.state));
      return true;
    },
  }),
  addProseMirrorPlugins: () => [
    new Plugin<Finding | null>({
      key,
      state: { init: () => null, apply: next },
      props: {
        decorations: (state) => findingOf(state)?.marks,
      },
      // The search waits for a pause, because searching everything at each keystroke would make typing slow.
      view() {
        let timer: ReturnType<typeof setTimeout>;
        const search = (view: EditorView) => {
          if (view.composing) timer = setTimeout(search, pause, view);
          else if (findingOf(view.state)?.isStale) view.dispatch(changeFinding(view.state.tr, 'again'));
        };
        return {
          update(view) {
            clearTimeout(timer);
            if (findingOf(view.state)?.isStale) timer = setTimeout(search, pause, view);
          },
          destroy: () => clearTimeout(timer),
        };
      },
    }),
  ],
});
