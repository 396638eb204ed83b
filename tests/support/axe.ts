import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
const everything: RunOptions = {
  resultTypes: ['violations'],
  runOnly: { type: 'tag', values: tags },
  // Of WCAG 2.2, and off where nothing is said.
  rules: { 'target-size': { enabled: true } },
};
const colors: RunOptions = {
  resultTypes: ['violations'],
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/**
 * What axe finds wrong on a page, a line each: WCAG 2.0 to 2.2, A and AA, and what is best practice.
 * @param what `colors` alone, where the rest was looked at in the other theme
 */
export async function wrongs(page: Page, what: 'everything' | 'colors' = 'everything'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options = JSON.stringify(what === 'colors' ? colors : everything);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => [id, short(html), any[0]?.message].filter(Boolean).join(' · ')),
  );
}

const short = (html: string) => html.replace(/ class="[^"]*"/g, '').slice(0, 200);
