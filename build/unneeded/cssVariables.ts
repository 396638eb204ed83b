/** Replaces what MUI needs for themes of CSS variables (plugin.ts): the console's theme has its values in itself. */
export default function createThemeWithVars(): never {
  throw new Error('themes of CSS variables are left out: build/unneeded');
}
export const CssVarsProvider = createThemeWithVars;
