import { alpha, createTheme, darken, decomposeColor, getContrastRatio, lighten } from '@mui/material/styles';
import type { Page } from 'playwright-core';
import { darkTheme, lightTheme } from '../../src/theme/index.ts';
import type { Theme } from './enterScene.ts';

const severities = ['error', 'warning', 'info', 'success'] as const;
/** The groups of the palette whose colours are taken. */
const groups = [
  'text',
  'primary',
  'error',
  'warning',
  'info',
  'success',
  'background',
  'action',
  'common',
  'menu',
] as const;

/** Every colour that the theme gives to texts and backgrounds, by its name in MUI's palette. */
function nameColors(theme: Theme): Map<string, string> {
  const { palette } = createTheme(theme === 'light' ? lightTheme : darkTheme);
  const [towardsText, towardsPage] = theme === 'light' ? [darken, lighten] : [lighten, darken];
  return new Map([
    ...groups.flatMap((group) =>
      Object.entries(palette[group])
        .filter(([, color]) => /^(#|rgb)/.test(String(color)))
        .map(([name, color]) => [`${group}.${name}`, String(color)] as const),
    ),
    ['divider', palette.divider],
    // MUI derives these itself (Alert.js, Tooltip.js).
    ...severities.flatMap((severity) => [
      [`alert.${severity}.text`, towardsText(palette[severity].light, 0.6)] as const,
      [`alert.${severity}.background`, towardsPage(palette[severity].light, 0.9)] as const,
    ]),
    // The backgrounds of selected and of hovered entries in a list.
    ['primary.selected', alpha(palette.primary.main, palette.action.selectedOpacity)],
    ['primary.hovered', alpha(palette.primary.main, palette.action.hoverOpacity)],
    ['tooltip.background', alpha(palette.grey[700], 0.92)],
    // The system's colours `MarkText` and `Mark`, as Chromium has them in both themes.
    ['mark.text', '#000000'],
    ['mark.background', '#ffff00'],
  ]);
}
const colors = { light: nameColors('light'), dark: nameColors('dark') };

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

function parse(color: string): Rgba {
  // `color-mix()` computes to a value such as `color(srgb 0.7 0.15 0.12 / 0.18)`.
  const isMixed = color.startsWith('color(srgb');
  const values = isMixed ? (color.match(/[\d.]+/g) ?? []) : decomposeColor(color).values;
  const [red = 0, green = 0, blue = 0, opacity = 1] = values.map(Number);
  const whole = (part: number) => Math.round(isMixed ? part * 255 : part);
  return [whole(red), whole(green), whole(blue), Number(opacity.toFixed(2))];
}

/**
 * The layers of a pair: the text's colour and those behind it, down to an opaque one, as `text.secondary on action.hover on
 * background.paper`. A colour may be faded: `success.main 18%`, or `success.main 18%|34%` for the light and the dark theme.
 */
function layersOf(pair: string, theme: Theme): Rgba[] {
  return pair.split(' on ').map((layer) => {
    const [name = '', percents = ''] = layer.split(' ');
    const color = colors[theme].get(name);
    if (!color) throw new Error(`The theme has no colour ${name}.`);
    const [red, green, blue, opacity] = parse(color);
    const [light = '', dark = light] = percents.split('|');
    const percent = theme === 'light' ? light : dark;
    return [red, green, blue, percent ? Number.parseFloat(percent) / 100 : opacity];
  });
}

/** The contrast of a text with what is behind it, as WCAG 2.2 computes it: 1 to 21. */
export function contrastOf(pair: string, theme: Theme): number {
  const [text, ...behind] = layersOf(pair, theme);
  const background = behind.toReversed().reduce(over);
  return getContrastRatio(toCss(over(background, text ?? background)), toCss(background));
}

const over = (below: Rgba, [red, green, blue, opacity]: Rgba): Rgba => {
  const mix = (at: number, value: number) => value * opacity + (below[at] ?? 0) * (1 - opacity);
  return [mix(0, red), mix(1, green), mix(2, blue), 1];
};
const toCss = ([red, green, blue]: Rgba) => `rgb(${red}, ${green}, ${blue})`;

/** A text on a screen, with the computed colours of it and of what is behind it, down to the first opaque one. */
export interface ColoredText {
  layers: string[];
  /** Its layers when it was last looked at, in another theme. */
  earlier?: string[];
  html: string;
}

/** Lists the combinations of colours on a screen that no pair of `pairs` gives in this theme, a line each. */
export function findUnlistedPairs(texts: ColoredText[], pairs: readonly string[], theme: Theme): string[] {
  const known = new Set(pairs.map((pair) => keyOf(layersOf(pair, theme))));
  const unknown = texts.filter(({ layers }) => !known.has(keyOf(layers.map(parse))));
  return [...new Map(unknown.map(({ layers, html }) => [layers.join(' on '), html]))].map(
    ([pair, html]) => `not in tests/support/colorPairs.json (A11Y=colors writes it): ${pair} · ${html}`,
  );
}

const keyOf = (layers: Rgba[]) => JSON.stringify(layers);

/**
 * Whether a text has as many layers in both themes, so that they can be compared. It may not if the theme itself is
 * what is selected.
 */
export const isInBoth = ({ layers, earlier }: ColoredText) => layers.length === earlier?.length;

/** The pair of a text that was looked at in the light theme and then in the dark one; undefined if the theme has no such colours. */
export function nameOf({ layers, earlier = [] }: ColoredText): string | undefined {
  const names: string[] = [];
  for (const [at, dark] of [...layers.entries()].reverse()) {
    const behind = names[0]?.split('.')[0];
    const fitting = namesOfLayer(parse(earlier[at] ?? dark), parse(dark));
    // Several names may fit in both themes. The one in the group of the colour behind it is meant.
    const name = fitting.find((one) => one.split('.')[0] === behind) ?? fitting[0];
    if (!name) return undefined;
    names.unshift(name);
  }
  return names.join(' on ');
}

function namesOfLayer(light: Rgba, dark: Rgba): string[] {
  const fitting = (n: number) =>
    [...colors.light.keys()].filter((name) =>
      (
        [
          ['light', light],
          ['dark', dark],
        ] as const
      ).every(([theme, color]) => {
        const own = parse(colors[theme].get(name) ?? '');
        return own.every((part, at) => at >= n || part === color[at]);
      }),
    );
  const exact = fitting(4);
  if (exact.length > 0) return exact;
  const percents = [light, dark].map(([, , , opacity]) => `${Math.round(opacity * 100)}%`);
  return fitting(3).map((name) => `${name} ${[...new Set(percents)].join('|')}`);
}

/**
 * The texts of a page with their colours, except those of disabled controls, of pictures, and of what somebody wrote in
 * colours of their own.
 */
export const coloredTexts = (page: Page): Promise<ColoredText[]> =>
  page.evaluate(() => {
    const seen = (Reflect.get(window, 'coloredTexts') ?? new WeakMap()) as WeakMap<Element, string[]>;
    Reflect.set(window, 'coloredTexts', seen);
    const isSeeThrough = (color: string) => color === 'transparent' || /^rgba.*, 0\)$/.test(color);
    const isOpaque = (color: string) => color.startsWith('rgb(');

    const textColor = (element: Element) => {
      if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) {
        return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
          ? getComputedStyle(element).color
          : undefined;
      }
      if (['checkbox', 'radio', 'range', 'file', 'color'].includes(element.type)) return undefined;
      if (element.value) return getComputedStyle(element).color;
      return element.placeholder ? getComputedStyle(element, '::placeholder').color : undefined;
    };
    const known = new Map<Element, string[] | undefined>();
    /** Undefined if something else than a colour is behind the text. */
    const backgrounds = (element: Element | null): string[] | undefined => {
      if (!element) return [];
      if (!known.has(element)) known.set(element, readBackgrounds(element));
      return known.get(element);
    };
    const readBackgrounds = (element: Element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      const gradient = /^linear-gradient\((rgba?\([^)]*\)).*\1\)$/.exec(backgroundImage)?.[1];
      if (backgroundImage !== 'none' && !gradient) return undefined;
      const own = [gradient, backgroundColor].filter(
        (color) => color !== undefined && !isSeeThrough(color),
      ) as string[];
      const behind = own.some(isOpaque) ? [] : backgrounds(element.parentElement);
      return behind && [...own, ...behind];
    };
    const isExempt = (element: Element) =>
      element.closest('[disabled], [aria-disabled=true], .Mui-disabled, svg, [aria-hidden=true], [style*=color]');
    const isShown = (element: Element) => {
      const { width, height, bottom, right } = element.getBoundingClientRect();
      return (
        width > 1 &&
        height > 1 &&
        bottom > 0 &&
        right > 0 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      );
    };

    return [...document.body.querySelectorAll('*')].flatMap((element) => {
      const color = textColor(element);
      if (!color || !isShown(element) || isExempt(element)) return [];
      const behind = backgrounds(element);
      if (!behind) return [];
      const layers = [color, ...behind];
      const earlier = seen.get(element);
      seen.set(element, layers);
      return [
        { layers, ...(earlier && { earlier }), html: element.outerHTML.replace(/ class="[^"]*"/g, '').slice(0, 120) },
      ];
    });
  });
