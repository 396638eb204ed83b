import type { Editor } from '@tiptap/core';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { beginAt, enter } from './browser.ts';
import type { useServer } from './server.ts';

/**
 * An article with this body, at the tab of its text; `save` gives the body as the server has it then.
 * @param source a browser that opens a page for it, or the signed-in page of the file (`stay`)
 */
export async function openArticle(
  server: ReturnType<typeof useServer>,
  source: { open(): Promise<Page> } | { page: Page },
  content: string,
) {
  const { id: col_id } = await server.data('base.base/addColumn', { title: '新闻', model: 'article' });
  const { id } = await server.data('base.content/addArticle', { title: '春茶', col_id, content });
  const path = `/content/article/${id}`;
  const page = 'page' in source ? source.page : await source.open();
  await ('page' in source ? beginAt(page, path) : enter(page, server, path));
  await page.getByRole('tab', { name: '内容' }).click();
  const text = page.locator('.ProseMirror');
  await text.waitFor();
  const save = async () => {
    const told = untilTold(page, '保存成功');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await told;
    const list = { id: 0, model: 'article', page: 1, ids: String(id) };
    const { data } = await server.data<{ data: { content: string }[] }>('base.content/getContentList', list);
    return data[0]?.content;
  };
  return { page, text, save };
}

/** Resolves when a toast with this text comes. It may be gone again before a busy page answers whether it is there. */
const untilTold = (page: Page, text: string) =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver((records) => {
          const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
          if (!added.some(({ textContent }) => textContent?.includes(wanted))) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
    text,
  );

/** Waits until the editor of this text has the focus and the browser's selection: it learns of a click or a key in the next frames. */
export async function waitForCursor(text: Locator): Promise<void> {
  const isKnown = () =>
    text.evaluate((element) => {
      const { view, state } = (element as HTMLElement & { editor: Editor }).editor;
      const at = document.getSelection();
      if (!at?.anchorNode || !at.focusNode || !view.hasFocus()) return false;
      const { anchor, head } = state.selection;
      return (
        view.posAtDOM(at.anchorNode, at.anchorOffset) === anchor && view.posAtDOM(at.focusNode, at.focusOffset) === head
      );
    });
  await expect.poll(isKnown).toBe(true);
}
