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
  const text = css.replaceAll(/<!--|-->|\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors = '', style = '']) =>
    selectors.split(',').map((selector) => ({ selector: selector.trim(), style: style.trim() })),
  );
}
