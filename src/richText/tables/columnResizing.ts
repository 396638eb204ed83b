import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { cellAround, TableMap } from '@tiptap/pm/tables';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { type ColumnWidths, cellWidths, moveBorder, moveEdge, setColumnWidths, shownWidths } from './columnWidths.ts';

/** The border at the right of a column. */
interface Border {
  /** The position before the table. */
  start: number;
  column: number;
  /** While it is dragged. `share`: the table's of the page. */
  widths?: ColumnWidths;
  share?: number;
}

const key = new PluginKey<Border | null>('columnResizing');
const reach = 5;

/** Borders of columns are dragged. The document changes when the border is let go: one step to undo. */
export const columnResizing = Extension.create({
  name: 'columnResizing',
  addProseMirrorPlugins: () => [
    new Plugin<Border | null>({
      key,
      state: {
        init: () => null,
        apply: (tr, before) => {
          const border: Border | null | undefined = tr.getMeta(key);
          return border === undefined ? (tr.docChanged ? null : before) : border;
        },
      },
      props: {
        attributes: (state): Record<string, string> => (key.getState(state) ? { class: 'is-on-border' } : {}),
        decorations(state) {
          const border = key.getState(state);
          const table = border && state.doc.nodeAt(border.start);
          if (!table) return null;
          const map = TableMap.get(table);
          const { start, column, widths, share } = border;
          const edges = cellWidths(table, widths ?? []).map(({ cell, width }) => {
            const from = start + 1 + cell;
            const isEdge = map.findCell(cell).right === column + 1;
            const attributes = { ...(isEdge && { class: 'column-edge' }), ...(widths && { style: `width: ${width}` }) };
            return Decoration.node(from, from + (table.nodeAt(cell)?.nodeSize ?? 0), attributes);
          });
          const whole = Decoration.node(start, start + table.nodeSize, share ? { style: `width: ${share}%` } : {});
          return DecorationSet.create(state.doc, [whole, ...edges]);
        },
        handleDOMEvents: {
          pointermove(view, event) {
            if (event.buttons === 0) show(view, borderAt(view, event));
            return false;
          },
          pointerleave(view, event) {
            if (event.buttons === 0) show(view, null);
            return false;
          },
          mousedown(view, event) {
            const border = event.button === 0 ? key.getState(view.state) : null;
            if (!border) return false;
            event.preventDefault();
            drag(view, border, event.clientX);
            return true;
          },
        },
      },
    }),
  ],
});

function show(view: EditorView, border: Border | null): void {
  const before = key.getState(view.state);
  if (before?.start === border?.start && before?.column === border?.column && !before?.widths) return;
  view.dispatch(view.state.tr.setMeta(key, border));
}

function borderAt(view: EditorView, { target, clientX }: PointerEvent): Border | null {
  const element = view.editable && target instanceof Element ? target.closest('td, th') : null;
  if (!element || !view.dom.contains(element)) return null;
  const { left, right } = element.getBoundingClientRect();
  if (clientX > left + reach && clientX < right - reach) return null;
  const $cell = cellAround(view.state.doc.resolve(view.posAtDOM(element, 0)));
  if (!$cell) return null;
  const map = TableMap.get($cell.node(-1));
  const columns = map.findCell($cell.pos - $cell.start(-1));
  const column = (clientX <= left + reach ? columns.left : columns.right) - 1;
  return column >= 0 ? { start: $cell.before(-1), column } : null;
}

function contentWidth(element: Element | null): number {
  if (!element) return 0;
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
}

function drag(view: EditorView, { start, column }: Border, from: number): void {
  const table = view.state.doc.nodeAt(start);
  const element = view.nodeDOM(start);
  if (!table || !(element instanceof HTMLElement)) return;
  const before = shownWidths(view, table, start);
  const { offsetWidth } = element;
  const share = Math.min((100 * offsetWidth) / (contentWidth(element.parentElement) || offsetWidth), 100);
  const isLast = column === before.length - 1;
  let dragged: Pick<Border, 'widths' | 'share'> = {};
  const isSame = () => !view.isDestroyed && view.state.doc.nodeAt(start) === table;

  const move = ({ clientX }: PointerEvent) => {
    if (!isSame()) return end();
    const by = ((clientX - from) * 100) / offsetWidth;
    dragged = isLast ? moveEdge(before, share, by) : { widths: moveBorder(before, column, by) };
    view.dispatch(view.state.tr.setMeta(key, { start, column, ...dragged }));
  };
  const drop = () => {
    end();
    if (!isSame()) return;
    const tr = view.state.tr.setMeta(key, null);
    const { widths } = dragged;
    if (widths) setColumnWidths(tr, start, widths, dragged.share ?? share, isLast);
    view.dispatch(tr);
  };
  const end = () => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', drop);
    removeEventListener('pointercancel', drop);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', drop);
  addEventListener('pointercancel', drop);
}
