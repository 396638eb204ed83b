import { decomposeColor, getContrastRatio } from '@mui/material/styles';

const light = '#ffffff';
const dark = '#101316';

/**
 * A menu entry's own colours, from the background that the back end names: the text is the more readable of light and
 * dark, which is 4.5 to 1 or better on any ground (WCAG 2.2, 1.4.3). A value that is no colour is left out.
 */
export function menuColors(background: string): { bgcolor: string; color: string } | undefined {
  if (!isOpaque(background)) return undefined;
  const color = getContrastRatio(background, light) >= getContrastRatio(background, dark) ? light : dark;
  return { bgcolor: background, color };
}

function isOpaque(color: string): boolean {
  if (!/^(#[0-9a-f]{3}|#[0-9a-f]{6}|(rgb|hsl)\([\d\s,.%]+\))$/i.test(color)) return false;
  return decomposeColor(color).values.slice(0, 3).every(Number.isFinite);
}
