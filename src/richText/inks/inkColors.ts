import { darken, decomposeColor, getContrastRatio, lighten, type Palette } from '@mui/material/styles';
import { memoize } from 'es-toolkit';

/** What a text is written with and on: CSS colours without transparency. */
interface Surface {
  ink: string;
  ground: string;
}

/** Colours of an element's own; `ground` may be transparent. */
type OwnColors = Partial<Surface>;

/** A text as it looks on the site, which is light, and in this editor, which is dark. */
export interface Inks {
  site: Surface;
  shown: Surface;
}

export const pageInks = ({ text, background }: Palette): Inks => ({
  site: { ink: '#000', ground: '#fff' },
  shown: { ink: text.primary, ground: background.paper },
});

const inherited = 'rgb(1, 2, 3)';

/** What the browser makes of an element's tag, style and attributes. */
const computedColors = memoize(
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
    const { color: ink, backgroundColor } = computed;
    // Nobody can tell how dark a picture is.
    const ground = /url|gradient/.test(computed.backgroundImage) ? 'rgb(255, 255, 255)' : backgroundColor;
    parent.remove();
    return {
      ...(ink !== inherited && isRgb(ink) && { ink }),
      ...(isRgb(ground) && opacityOf(ground) > 0 && { ground }),
    };
  },
  { getCacheKey: (parts) => parts.join('\n') },
);

const isRgb = (color: string) => /^rgba?\(/.test(color);
const opacityOf = (color: string) => Number(decomposeColor(color).values[3] ?? 1);

const nothing: OwnColors = {};
/** @param attributes the element's, of which `style`, `color` and `bgcolor` are read */
export const ownColors = (tag: string, { style, color, bgcolor }: Readonly<Record<string, string>>): OwnColors =>
  style || color || bgcolor || tag === 'mark' ? computedColors([tag, style, color, bgcolor]) : nothing;

function over(ground: string, color: string): string {
  const below = decomposeColor(ground).values;
  const { values } = decomposeColor(color);
  const mixed = below.slice(0, 3).map((part, at) => {
    const opacity = opacityOf(color);
    return Math.round(Number(values[at]) * opacity + Number(part) * (1 - opacity));
  });
  return `rgb(${mixed.join(', ')})`;
}

const on = ({ ink, ground }: Surface, own: OwnColors): Surface => {
  const behind = own.ground ? over(ground, own.ground) : ground;
  return { ink: own.ink ? over(behind, own.ink) : ink, ground: behind };
};

const contrast = ({ ink, ground }: Surface) => getContrastRatio(ink, ground);

/** The least contrast of a text that everybody can read (WCAG 2.2, 1.4.3). */
const readable = 4.5;
const steps = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/**
 * The inks within an element, as its own style gives them.
 * @param themed the ink that the editor's style gives to such an element
 */
export function inksWithin({ site, shown }: Inks, own: OwnColors, themed?: string): Inks {
  if (!themed && !own.ink && !own.ground) return { site, shown };
  return { site: on(site, own), shown: on(themed ? { ...shown, ink: themed } : shown, own) };
}

/** As light or as dark an ink as stands out from the ground as it does on the site; the hue stays. */
export function readableInk({ site, shown }: Inks): string {
  const wanted = contrast(site);
  if (contrast(shown) >= Math.min(wanted, readable)) return shown.ink;
  const { ground } = shown;
  const change = getContrastRatio('#fff', ground) > getContrastRatio('#000', ground) ? lighten : darken;
  const shades = steps.map((step) => change(shown.ink, step));
  return shades.find((ink) => contrast({ ink, ground }) >= wanted) ?? shades.at(-1) ?? shown.ink;
}

/** Gives the elements of a foreign content, which nobody edits, inks that can be read. */
export function showReadableInks(content: ParentNode, outer: Inks): void {
  for (const element of content.children) {
    const attribute = (name: string) => element.getAttribute(name) ?? '';
    const [style, color, bgcolor] = ['style', 'color', 'bgcolor'].map(attribute) as [string, string, string];
    const { site, shown } = inksWithin(outer, ownColors(element.localName, { style, color, bgcolor }));
    const ink = readableInk({ site, shown });
    if (ink !== shown.ink && element instanceof HTMLElement) element.style.setProperty('color', ink, 'important');
    showReadableInks(element, { site, shown: { ...shown, ink } });
  }
}
