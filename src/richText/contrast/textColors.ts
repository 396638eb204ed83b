import { darken, decomposeColor, getContrastRatio, lighten, type Palette } from '@mui/material/styles';
import { memoize } from 'es-toolkit';

/** CSS colors without transparency. */
interface ColorPair {
  color: string;
  background: string;
}

/** The colors that an element sets itself. They may be transparent. */
type OwnColors = Partial<ColorPair>;

/** The colors of a text on the public site, which is light, and in the dark editor. */
export interface TextColors {
  site: ColorPair;
  editor: ColorPair;
}

export const pageColors = ({ text, background }: Palette): TextColors => ({
  site: { color: '#000', background: '#fff' },
  editor: { color: text.primary, background: background.paper },
});

/** Marks an element that inherits its color. */
const inherited = 'rgb(1, 2, 3)';

/** Asks the browser, because a style may use any CSS notation and a tag may have a default style. */
const readComputedColors = memoize(
  ([tag, style, color, bgcolor]: readonly (string | undefined)[]): OwnColors => {
    const parent = document.createElement('div');
    parent.hidden = true;
    parent.style.color = inherited;
    const element = document.createElement(tag ?? '');
    if (color) element.setAttribute('color', color);
    if (bgcolor) element.setAttribute('bgcolor', bgcolor);
    element.style.cssText = style ?? '';
    parent.append(element);
    document.body.append(parent);
    const computed = getComputedStyle(element);
    const own = { color: computed.color, background: computed.backgroundColor };
    // The brightness of a background image is unknown. Most are made for dark text.
    if (/url|gradient/.test(computed.backgroundImage)) own.background = 'rgb(255, 255, 255)';
    parent.remove();
    return {
      ...(own.color !== inherited && isRgb(own.color) && { color: own.color }),
      ...(isRgb(own.background) && opacityOf(own.background) > 0 && { background: own.background }),
    };
  },
  { getCacheKey: (parts) => parts.join('\n') },
);

const isRgb = (color: string) => /^rgba?\(/.test(color);
const opacityOf = (color: string) => Number(decomposeColor(color).values[3] ?? 1);

const none: OwnColors = {};
/** Reads the colors of an element from its attributes `style`, `color` and `bgcolor`. */
export const ownColorsOf = (tag: string, { style, color, bgcolor }: Readonly<Record<string, string>>): OwnColors =>
  style || color || bgcolor || tag === 'mark' ? readComputedColors([tag, style, color, bgcolor]) : none;

/** Blends a color that may be transparent with the opaque one behind it. */
function blend(behind: string, color: string): string {
  const opacity = opacityOf(color);
  const { values } = decomposeColor(color);
  const channels = decomposeColor(behind).values.slice(0, 3);
  const blended = channels.map((channel, at) =>
    Math.round(Number(values[at]) * opacity + Number(channel) * (1 - opacity)),
  );
  return `rgb(${blended.join(', ')})`;
}

function inherit({ color, background }: ColorPair, own: OwnColors): ColorPair {
  const behind = own.background ? blend(background, own.background) : background;
  return { color: own.color ? blend(behind, own.color) : color, background: behind };
}

/**
 * Returns the colors within an element.
 * @param themeColor the text color that the editor's theme gives to such an element
 */
export function colorsWithin({ site, editor }: TextColors, own: OwnColors, themeColor?: string): TextColors {
  if (!themeColor && !own.color && !own.background) return { site, editor };
  return {
    site: inherit(site, own),
    editor: inherit(themeColor ? { ...editor, color: themeColor } : editor, own),
  };
}

const contrastOf = ({ color, background }: ColorPair) => getContrastRatio(color, background);

/** The minimum contrast of text (WCAG 2.2, 1.4.3). */
const minContrast = 4.5;
const shadeSteps = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** The difference of a color's channels below which it is a grey, and stands for no hue. */
const maxGreyDifference = 32;
const hasHue = (color: string) => {
  const channels = decomposeColor(color).values.slice(0, 3).map(Number);
  return Math.max(...channels) - Math.min(...channels) > maxGreyDifference;
};

/**
 * Returns the color itself, or a shade of it that has the same contrast in the editor as the text has on the site. A color with a hue
 * gets the minimum contrast: with more it would be nearly white.
 */
export function readableColor({ site, editor }: TextColors): string {
  const siteContrast = contrastOf(site);
  const needed = Math.min(siteContrast, minContrast);
  if (contrastOf(editor) >= needed) return editor.color;
  const wanted = hasHue(editor.color) ? needed : siteContrast;
  const { background } = editor;
  const isDark = getContrastRatio('#fff', background) > getContrastRatio('#000', background);
  const shades = shadeSteps.map((step) => (isDark ? lighten : darken)(editor.color, step));
  return shades.find((color) => contrastOf({ color, background }) >= wanted) ?? shades.at(-1) ?? editor.color;
}

/** Makes all text in a DOM tree readable that nobody edits, such as the preview of foreign HTML. */
export function applyReadableColors(tree: ParentNode, outer: TextColors): void {
  for (const element of tree.children) {
    const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
    const { site, editor } = colorsWithin(outer, ownColorsOf(element.localName, attributes));
    const color = readableColor({ site, editor });
    if (color !== editor.color && element instanceof HTMLElement)
      element.style.setProperty('color', color, 'important');
    applyReadableColors(element, { site, editor: { ...editor, color } });
  }
}
