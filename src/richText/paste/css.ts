import { parseBody } from '../html/isLosslessRoundTrip.ts';

/** Holds a style sheet as text: Chromium reports each `style` element that the page's policy does not allow. */
const sheetTag = 'xmp';

export const parsePaste = (html: string): HTMLElement =>
  parseBody(html.replaceAll(/<(\/?)style\b/gi, `<$1${sheetTag}`));

export interface Rule {
  selector: string;
  style: string;
}

/**
 * The rules of the style sheets that office programs put before what is copied. Read as text: the CSSOM drops the
 * properties of these programs (`mso-level-number-format`).
 */
export function rulesOf(page: Document): Rule[] {
  const css = [...page.querySelectorAll(sheetTag)].map((sheet) => sheet.textContent ?? '').join('\n');
  const blocks = withoutComments(css.replaceAll(/<!--|-->/g, '')).split('}');
  return blocks.slice(0, -1).flatMap((block) => {
    const [style = '', selectors = ''] = block.split('{').reverse();
    const names = selectors === '' ? [] : selectors.split(',');
    return names.map((selector) => ({ selector: selector.trim(), style: style.trim() }));
  });
}

/** Takes linear time for comments that are never closed, unlike a pattern. */
function withoutComments(css: string): string {
  const [first = '', ...others] = css.split('/*');
  const afterComments = others.map((part) => {
    const end = part.indexOf('*/');
    return end < 0 ? '' : part.slice(end + 2);
  });
  return first + afterComments.join('');
}
