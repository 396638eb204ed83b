import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
// axe does not look into frames: none shows the console, and axe would wait for the preview's, which has no origin.
const common: RunOptions = { resultTypes: ['violations'], iframes: false };
/** Rules whose result can differ in another language. */
const languageRules = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-meter-name',
  'aria-progressbar-name',
  'aria-toggle-field-name',
  'aria-tooltip-name',
  'aria-treeitem-name',
  'button-name',
  'document-title',
  'empty-heading',
  'empty-table-header',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'image-redundant-alt',
  'input-button-name',
  'label',
  'label-title-only',
  'landmark-unique',
  'link-name',
  'role-img-alt',
  'select-name',
  'summary-name',
  'svg-img-alt',
  'target-size',
  'frame-title',
  'valid-lang',
  'scrollable-region-focusable',
];
const runs = {
  everything: {
    ...common,
    runOnly: { type: 'tag', values: tags },
    // axe has this rule of WCAG 2.2 turned off by default.
    rules: { 'target-size': { enabled: true } },
  },
  structure: {
    ...common,
    runOnly: { type: 'tag', values: tags },
    rules: { 'target-size': { enabled: true }, 'color-contrast': { enabled: false } },
  },
  language: { ...common, runOnly: { type: 'rule', values: languageRules } },
  links: { ...common, runOnly: { type: 'rule', values: ['link-in-text-block'] } },
  colors: { ...common, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
} satisfies Record<string, RunOptions>;

/**
 * Lists what axe finds wrong on a page, a line each, by WCAG 2.0 to 2.2, A and AA, and by its best practices.
 * @param what `structure` leaves out the contrast, which takes axe two thirds of its time. `colors`, or `links` as a
 * part of it, is for a page whose other rules were checked in the other theme, `language` for one that was checked in
 * the other language.
 */
export async function findAxeViolations(page: Page, what: keyof typeof runs = 'everything'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options = JSON.stringify(runs[what]);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
  const lines = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => [id, short(html), any[0]?.message].filter(Boolean).join(' · ')),
  );
  return what === 'colors' || what === 'links' ? lines : [...lines, ...(await labelledByThemselves(page))];
}

/**
 * Elements that name themselves as their only label. axe then takes their `aria-label`; other engines find no name
 * (`input_label_exists`).
 */
async function labelledByThemselves(page: Page): Promise<string[]> {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('[aria-labelledby]')]
      .filter((element) => {
        const ids = element.getAttribute('aria-labelledby')?.split(/\s+/).filter(Boolean) ?? [];
        return ids.every((id) => id === element.id || !document.getElementById(id));
      })
      .map(({ outerHTML }) => outerHTML),
  );
  return found.map((html) => `B9: labelled by itself alone · ${short(html)}`);
}

const short = (html: string) => html.replace(/ class="[^"]*"/g, '').slice(0, 200);
