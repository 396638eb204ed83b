import type { RaThemeOptions } from 'ra-ui-materialui';
import { defaultTheme } from 'ra-ui-materialui';

const fontFamily = 'system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif';

/** Colours, sizes and type of the whole console; no screen names a colour or a pixel of its own. */
export const sizes = {
  header: 60,
  /** The open screens and the breadcrumb; with the header the 130 px above the content (console.md section 9). */
  bars: 70,
  openScreens: 34,
  breadcrumb: 36,
  /** What the bar of the connection says, in one line or, on a phone, in two. */
  notice: 36,
  noticeNarrow: 56,
  /** Toasts stand above a panel's save button and a list's pages. */
  toast: 72,
  /** console.md section 9. */
  menuWidth: 120,
  menuClosedWidth: 52,
  secondWidth: 112,
  drawerWidth: 260,
  /** By density: 32, 40 or 48 px. */
  row: 'var(--row)',
  /** A label with its input. */
  formRow: '60px',
  thumbnail: 40,
  columnsWidth: 200,
  search: 240,
  filter: 120,
  /** The edit panel is 60 % of the viewport (console.md section 9), all of it below 900 px. */
  panelWidth: '60vw',
} as const;

/** How close things stand: a row of a table, and what is between the fields of a form. */
const densities = {
  roomy: { '--row': '48px', '--gap': '20px' },
  normal: { '--row': '40px', '--gap': '16px' },
  compact: { '--row': '32px', '--gap': '12px' },
} as const;
export type Density = keyof typeof densities;
export const densityNames = Object.keys(densities) as Density[];

interface Menu {
  main: string;
  text: string;
  active: string;
  hover: string;
  selected: string;
  /** The edge of the entry that is open. */
  mark: string;
  /** The ground of the second-level menu and of the open screens. */
  second: string;
}

interface Palette {
  primary: string;
  error: string;
  background: string;
  paper: string;
  textSecondary: string;
  divider: string;
  /** Over a list that a panel covers. */
  scrim: string;
  menu: Menu;
}

const light: Palette = {
  primary: '#1f5fbf',
  error: '#b3261e',
  background: '#ffffff',
  paper: '#ffffff',
  textSecondary: '#5a6472',
  divider: '#e3e6ea',
  scrim: 'rgba(16, 19, 22, 0.32)',
  menu: {
    main: '#2f3640',
    text: '#d8dde5',
    active: '#ffffff',
    hover: '#3a424e',
    selected: '#454f5d',
    mark: '#8ab4f8',
    second: '#f6f7f9',
  },
};
const dark: Palette = {
  primary: '#8ab4f8',
  error: '#f2b8b5',
  background: '#16191d',
  paper: '#1d2126',
  textSecondary: '#a4adb9',
  divider: '#31373f',
  scrim: 'rgba(0, 0, 0, 0.5)',
  menu: {
    main: '#101316',
    text: '#b9c1cb',
    active: '#ffffff',
    hover: '#1c2127',
    selected: '#272d35',
    mark: '#8ab4f8',
    second: '#1a1e23',
  },
};

declare module '@mui/material/styles' {
  interface Palette {
    menu: Menu;
    scrim: string;
  }
  interface PaletteOptions {
    menu?: Menu;
    scrim?: string;
  }
}

/** Menus, choices and tooltips stand in the part of the page that they belong to, so that all of it is in some landmark. */
const landmark = () =>
  document.activeElement?.closest('[aria-modal=true], main, header') ??
  document.querySelector('[aria-modal=true], main') ??
  document.body;

function themeOf(mode: 'light' | 'dark', colors: Palette): RaThemeOptions {
  return {
    ...defaultTheme,
    palette: {
      mode,
      primary: { main: colors.primary },
      secondary: { main: colors.primary },
      error: { main: colors.error },
      background: { default: colors.background, paper: colors.paper },
      text: { secondary: colors.textSecondary },
      divider: colors.divider,
      menu: colors.menu,
      scrim: colors.scrim,
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
          ':root': densities.normal,
          ':root[data-density=roomy]': densities.roomy,
          ':root[data-density=compact]': densities.compact,
          '@media (prefers-reduced-motion: reduce)': {
            // Over the components' own, and over what MUI's transitions write into the element.
            '*, *::before, *::after': {
              animationDuration: '0.01ms !important',
              animationIterationCount: '1 !important',
              transition: 'none !important',
              scrollBehavior: 'auto !important',
            },
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
      MuiPopover: { defaultProps: { container: landmark } },
      MuiTooltip: { defaultProps: { slotProps: { popper: { container: landmark } } } },
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
