import { percentWidth, styleValue, withStyle } from '../html/elements.ts';
import type { PreservedAttributes } from '../schema/preservedAttributes.ts';

/** In percent of the line. */
export const narrowest = 5;

export type Side = 'none' | 'left' | 'center' | 'right';

export interface Placement {
  side: Side;
  /** In percent of the line; null: as wide as the picture is. */
  width: number | null;
}

type Styles = Record<string, string>;

/** Inline, so that a public site shows them without a style sheet of ours. */
const sideStyles: Record<'img' | 'figure', Record<Side, Styles>> = {
  img: {
    none: {},
    left: { float: 'left', margin: '0 1em 1em 0' },
    center: { display: 'block', margin: '0 auto' },
    right: { float: 'right', margin: '0 0 1em 1em' },
  },
  figure: {
    none: { margin: '0 0 1em' },
    left: { float: 'left', margin: '0 1em 1em 0' },
    center: { margin: '0 auto 1em', 'text-align': 'center' },
    right: { float: 'right', margin: '0 0 1em 1em' },
  },
};

const ofSide = [
  'float',
  'display',
  'text-align',
  'margin',
  'margin-top',
  'margin-right',
  'margin-bottom',
  'margin-left',
];
const ofWidth = ['width', 'height', 'max-width', 'min-width'];

function replaceStyles(style: string | undefined, gone: readonly string[], styles: Styles): string {
  const rest = withStyle(style, gone, null);
  return Object.entries(styles).reduce((text, [name, value]) => withStyle(text, [name], value), rest);
}

/** @param gone attributes that say the same as styles, such as `align` */
function restyle(attributes: PreservedAttributes, style: string, gone: readonly string[]): PreservedAttributes {
  const { style: _before, ...others } = attributes;
  for (const name of gone) delete others[name];
  return style ? { ...others, style } : others;
}

export const withSide = (tag: 'img' | 'figure', attributes: PreservedAttributes, side: Side): PreservedAttributes =>
  restyle(attributes, replaceStyles(attributes.style, ofSide, sideStyles[tag][side]), ['align']);

export const withWidth = (attributes: PreservedAttributes, width: number | null): PreservedAttributes =>
  restyle(attributes, replaceStyles(attributes.style, ofWidth, width === null ? {} : { width: `${width}%` }), [
    'width',
    'height',
  ]);

function isCentred(style: string | undefined): boolean {
  const [top, right = top, , left = right] = styleValue(style, 'margin')?.split(' ') ?? [];
  return (
    (styleValue(style, 'margin-left') ?? left) === 'auto' && (styleValue(style, 'margin-right') ?? right) === 'auto'
  );
}

function sideOf({ style, align }: PreservedAttributes): Side {
  const side = styleValue(style, 'float') ?? align;
  if (side === 'left' || side === 'right') return side;
  return isCentred(style) ? 'center' : 'none';
}

export const placementOf = (attributes: PreservedAttributes): Placement => ({
  side: sideOf(attributes),
  width: percentWidth(attributes) ?? null,
});
