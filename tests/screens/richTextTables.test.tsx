import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { TextSelection } from '@tiptap/pm/state';
import { CellSelection } from '@tiptap/pm/tables';
import type { Editor } from '@tiptap/react';
import { describe, expect, it } from 'vitest';
import { parseBody } from '../../src/richText/html/isLosslessRoundTrip.ts';
import { sheet } from '../support/pastes.ts';
import { openEditor } from '../support/textEditor.tsx';

const excel = (rows: string) => sheet(`<table border=0 width=192 style='border-collapse:collapse'>${rows}</table>`);

/** The rows of the tables of a text: of each cell its text, and how many columns and rows it takes. */
function rowsOf(html: string): string[] {
  return [...parseBody(html).querySelectorAll('tr')].map((row) =>
    [...row.children]
      .map((cell) => {
        const spans = [cell.getAttribute('colspan'), cell.getAttribute('rowspan')];
        return `${cell.textContent}${spans.some(Boolean) ? `(${spans.map((span) => span ?? 1).join('×')})` : ''}`;
      })
      .join('|'),
  );
}

/** The cursor before this text, or the cells from one text to another. */
function choose(from: string, to?: string): void {
  const { editor } = screen.getByRole('textbox', { name: '正文' }) as HTMLElement & { editor: Editor };
  const placeOf = (text: string) => {
    let at = -1;
    editor.state.doc.descendants((node, pos) => {
      if (node.isText && node.text === text) at = pos;
    });
    return at;
  };
  act(() => {
    editor.view.focus();
    if (!to) editor.commands.setTextSelection(placeOf(from));
    else editor.commands.setCellSelection({ anchorCell: placeOf(from) - 2, headCell: placeOf(to) - 2 });
  });
}

describe('day C2: a table of Excel', () => {
  it.each([
    [
      'whose last cell is merged beyond its edges',
      '<tr><td>甲<td>乙</tr><tr><td>丙<td colspan=9 rowspan=9>丁</tr>',
      ['甲|乙', '丙|丁'],
    ],
    [
      'with ragged and empty rows',
      '<tr><td>甲<td>乙<td>丙</tr><tr></tr><tr><td>丁</tr><tr height=20></tr>',
      ['甲|乙|丙', '丁||'],
    ],
    [
      'with rows that merged cells fill alone',
      '<tr><td rowspan=3>甲<td>乙<td rowspan=9>丙</tr><tr></tr><tr><td>丁</tr>',
      ['甲(1×2)|乙|丙(1×2)', '丁'],
    ],
    [
      'with cells that would lie over each other',
      '<tr><td>甲<td rowspan=2>乙</tr><tr><td colspan=2>丙</tr>',
      ['甲|乙(1×2)', '丙'],
    ],
    [
      'with spans that are no numbers, 0 and huge',
      '<tr><td colspan=x>甲<td rowspan=0>乙</tr><tr><td colspan=4000000000>丙</tr>',
      ['甲|乙(1×2)', '丙'],
    ],
  ])('%s has as many cells in each row', async (_what, rows, expected) => {
    const { paste, value } = await openEditor('<p></p>');
    await paste(excel(rows));
    expect(rowsOf(value())).toEqual(expected);
  });

  const grid = (rows: string[]) =>
    `<table>${rows.map((row) => `<tr>${row.replace(/\S+/g, (cell) => `<td>${cell}</td>`)}</tr>`).join('')}</table>`;
  const own = `<p>前</p>${grid(['一 二 三', '四 五 六', '七 八 九'])}<p>后</p>`;
  const merged =
    '<col width=64 span=3><tr><td>甲<td colspan=2>乙</tr><tr><td>丙<td rowspan=2 colspan=2>丁</tr><tr><td>戊</tr>';

  it('with merged cells is pasted over the cells of a table, which grows with it', async () => {
    const { user, paste, value } = await openEditor(own);
    choose('五');
    await paste(excel(merged));
    expect(rowsOf(value())).toEqual(['一|二|三|', '四|甲|乙(2×1)', '七|丙|丁(2×2)', '|戊']);
    expect(value()).toMatch(/^<p>前<\/p><table>.*<\/table><p>后<\/p>$/s);
    await user.keyboard('{Control>}z{/Control}');
    expect(value()).toBe(own);
  });

  it('fills the cells that are selected, and is cut off where they end', async () => {
    const { paste, value } = await openEditor(own);
    choose('一', '八');
    await paste(excel('<tr><td>甲<td colspan=2>乙</tr><tr><td>丙<td>丁<td>戊</tr>'));
    expect(rowsOf(value())).toEqual(['甲|乙|三', '丙|丁|六', '甲|乙|九']);
  });

  it.each([
    ['over the cell of the caret', ['五'], ['一|二|三', '四|甲|乙', '七|丙|丁！']],
    ['over selected cells', ['一', '八'], ['甲|乙|三', '丙|丁|六', '甲|乙！|九']],
  ])('that is pasted %s leaves the caret behind the text of the last one', async (_what, [from = '', to], expected) => {
    const { paste, value } = await openEditor(own);
    choose(from, to);
    await paste(excel('<tr><td>甲<td>乙</tr><tr><td>丙<td>丁</tr>'));
    const { editor } = screen.getByRole('textbox', { name: '正文' }) as HTMLElement & { editor: Editor };
    act(() => editor.view.dispatch(editor.state.tr.insertText('！')));
    await waitFor(() => expect(rowsOf(value())).toEqual(expected));
  });

  it('is pasted where merged cells of the table reach into its place', async () => {
    const { paste, value } = await openEditor(
      '<p>前</p><table><tr><td>一</td><td rowspan="3">二</td></tr><tr><td>三</td></tr><tr><td>四</td></tr><tr><td colspan="2">五</td></tr></table>',
    );
    choose('三');
    await paste(excel('<tr><td>甲<td>乙</tr><tr><td>丙<td>丁</tr>'));
    expect(rowsOf(value())).toEqual(['一|二', '甲|乙', '丙|丁', '五(2×1)']);
    choose('丙');
    await paste(excel('<tr><td>戊</tr><tr><td>己</tr>'));
    expect(rowsOf(value())).toEqual(['一|二', '甲|乙', '戊|丁', '己|']);
  });
});

it('day C13: the characters of all selected cells are counted', async () => {
  await openEditor('<p>前</p><table><tr><td>一</td><td>二</td></tr><tr><td>三</td><td>四</td></tr></table>');
  await act(async () => choose('一', '四'));
  await screen.findByText(/^选中 4 字/);
});

it('day C2: a paste that fails says so, and its text is there', async () => {
  const { paste, value, toasts } = await openEditor('<p></p>');
  const broken = Object.assign([], {
    [Symbol.iterator]() {
      throw new Error('the clipboard broke');
    },
  });
  await paste('<p><b>甲</b></p><p>乙</p>', broken, { 'text/plain': '甲\n乙' });
  expect(value()).toBe('<p>甲</p><p>乙</p>');
  expect(toasts().at(-1)?.message).toBe('无法按原来的格式粘贴，已只粘贴文字');
  await paste('<p><b>丙</b></p>');
  expect(value()).toContain('<b>丙</b>');
});

it('day B7: cells stay selected when Shift and an arrow lead to the edge of their table', async () => {
  await openEditor('<p>首</p><table><tbody><tr><td>甲</td><td>乙</td></tr></tbody></table><p>丙</p>');
  await act(async () => choose('甲', '乙'));
  const { editor } = screen.getByRole('textbox', { name: '正文' }) as HTMLElement & { editor: Editor };
  const edgeKey = new KeyboardEvent('keydown', { key: 'ArrowRight', shiftKey: true });
  expect(editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, edgeKey))).toBe(true);
  expect(editor.state.selection).toBeInstanceOf(CellSelection);
});

it('day C3: what an input method writes takes the place of all selected cells', async () => {
  const { editor: field, value } = await openEditor(
    '<p>首</p><table><tbody><tr><td>甲</td><td>乙</td></tr></tbody></table><p>丙</p>',
  );
  await act(async () => choose('甲', '乙'));
  await act(async () => fireEvent.compositionStart(field));
  expect(rowsOf(value())).toEqual(['|']);
  const { editor } = field as HTMLElement & { editor: Editor };
  expect(editor.state.selection).toBeInstanceOf(TextSelection);
});
