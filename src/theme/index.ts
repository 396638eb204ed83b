import type { RaThemeOptions } from 'ra-ui-materialui';
import { defaultTheme } from 'ra-ui-materialui';

const fontFamily = 'system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif';

/** Colours, sizes and type of the whole console; no screen names a colour or a pixel of its own. */
export const sizes = {
  header: 48,
  /** console.md section 9. */
  menuWidth: 120,
  menuClosedWidth: 52,
  row: 40,
  thumbnail: 40,
  columnsWidth: 200,
  /** The edit panel is 60 % of the viewport (console.md section 9), all of it below 900 px. */
  panelWidth: '60vw',
} as const;

interface Palette {
  primary: string;
  background: string;
  paper: string;
  menu: string;
  menuText: string;
  menuActive: string;
  divider: string;
}

const light: Palette = {
  primary: '#1f5fbf',
  background: '#ffffff',
  paper: '#ffffff',
  menu: '#2f3640',
  menuText: '#d8dde5',
  menuActive: '#ffffff',
  divider: '#e3e6ea',
};
const dark: Palette = {
  primary: '#8ab4f8',
  background: '#16191d',
  paper: '#1d2126',
  menu: '#101316',
  menuText: '#b9c1cb',
  menuActive: '#ffffff',
  divider: '#31373f',
};

declare module '@mui/material/styles' {
  interface Palette {
    menu: { main: string; text: string; active: string };
  }
  interface PaletteOptions {
    menu?: { main: string; text: string; active: string };
  }
}

function themeOf(mode: 'light' | 'dark', colors: Palette): RaThemeOptions {
  return {
    ...defaultTheme,
    palette: {
      mode,
      primary: { main: colors.primary },
      secondary: { main: colors.primary },
      error: { main: mode === 'light' ? '#b3261e' : '#f2b8b5' },
      background: { default: colors.background, paper: colors.paper },
      divider: colors.divider,
      menu: { main: colors.menu, text: colors.menuText, active: colors.menuActive },
    },
    typography: {
      fontFamily,
      fontSize: 14,
      body1: { fontSize: '0.875rem', lineHeight: 1.5 },
      body2: { fontSize: '0.875rem', lineHeight: 1.5 },
      button: { textTransform: 'none', fontWeight: 500 },
      h1: { fontSize: '1.25rem', fontWeight: 600 },
      h2: { fontSize: '1rem', fontWeight: 600 },
      h6: { fontSize: '1rem', fontWeight: 600 },
    },
    shape: { borderRadius: 6 },
    spacing: 8,
    sidebar: { width: sizes.menuWidth, closedWidth: sizes.menuClosedWidth },
    components: {
      ...defaultTheme.components,
      MuiCssBaseline: {
        styleOverrides: {
          '@media (prefers-reduced-motion: reduce)': {
            '*, *::before, *::after': { animationDuration: '0.01ms', transitionDuration: '0.01ms' },
          },
        },
      },
      MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none', fullWidth: true } },
      MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none', fullWidth: true } },
      // Labels stand above their inputs (look.md), in place of MUI's floating ones.
      MuiInputLabel: {
        defaultProps: { shrink: true },
        styleOverrides: {
          root: { position: 'static', transform: 'none', fontSize: '0.8125rem', marginBottom: 4, fontWeight: 500 },
        },
      },
      MuiOutlinedInput: {
        defaultProps: { notched: false },
        styleOverrides: { notchedOutline: { top: 0, '& legend': { display: 'none' } } },
      },
      MuiFormHelperText: { styleOverrides: { root: { marginLeft: 0 } } },
      MuiButton: { defaultProps: { disableElevation: true } },
      MuiButtonBase: { styleOverrides: { root: { fontFamily: 'inherit' } } },
      MuiTableCell: {
        styleOverrides: {
          root: { fontVariantNumeric: 'tabular-nums', borderColor: colors.divider },
          head: { whiteSpace: 'nowrap' },
          sizeSmall: { height: sizes.row, padding: '0 10px' },
        },
      },
      MuiTab: { styleOverrides: { root: { minHeight: 44 } } },
      MuiTabs: { styleOverrides: { root: { minHeight: 44 } } },
      MuiAppBar: { defaultProps: { elevation: 0, color: 'inherit' } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    },
  };
}

export const lightTheme = themeOf('light', light);
export const darkTheme = themeOf('dark', dark);
