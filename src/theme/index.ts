import type { StylisPlugin } from '@emotion/cache';
import type { Theme } from '@mui/material';
import { defaultTheme, type RaThemeOptions } from 'ra-ui-materialui';
import { type Colors, dark, light, type Menu, sizes } from './tokens.ts';

export { sizes };

/** Labels above inputs, and the like. */
export const labelStyle = { fontSize: '0.8125rem', fontWeight: 500 } as const;

/** A long title has two lines at most. */
export const twoLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  lineHeight: 1.25,
} as const;

const fontFamily = 'system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif';

/** The height of a table's row, and the gap between a form's fields. */
const densities = {
  roomy: { '--row': '48px', '--gap': '20px' },
  normal: { '--row': '40px', '--gap': '16px' },
  compact: { '--row': '32px', '--gap': '12px' },
} as const;
export type Density = keyof typeof densities;
export const densityNames = Object.keys(densities) as Density[];

declare module '@mui/material/styles' {
  interface Palette {
    menu: Menu;
    scrim: string;
    control: string;
  }
  interface PaletteOptions {
    control?: string;
    menu?: Menu;
    scrim?: string;
  }
}

const leaveNumber = ({ target }: { target: EventTarget }): void => {
  if (target instanceof HTMLInputElement && target.type === 'number') target.blur();
};

/** Menus, popovers and tooltips are rendered within a landmark (WAI-ARIA). */
const landmark = () =>
  document.activeElement?.closest('[aria-modal=true], main, header') ??
  document.querySelector('[aria-modal=true], main') ??
  document.body;

/** Draws the focus ring inside, where there is no space around the element. */
const innerRing = { styleOverrides: { root: { '&.Mui-focusVisible': { outlineOffset: -2 } } } };

function themeOf(mode: 'light' | 'dark', colors: Colors): RaThemeOptions {
  const ring = { outline: `2px solid ${colors.primary}`, outlineOffset: 2 };
  return {
    ...defaultTheme,
    palette: {
      mode,
      primary: { main: colors.primary },
      secondary: { main: colors.primary },
      error: { main: colors.error },
      warning: { main: colors.warning },
      info: { main: colors.info },
      background: { default: colors.background, paper: colors.paper },
      text: { secondary: colors.textSecondary },
      action: { active: colors.textSecondary },
      divider: colors.divider,
      menu: colors.menu,
      scrim: colors.scrim,
      control: colors.control,
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
            // `important` also overrides the inline styles of MUI's transitions.
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
      RaSelectInput: { defaultProps: { margin: 'none' } },
      MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
      // Labels above their inputs, in place of MUI's floating ones.
      MuiInputLabel: {
        defaultProps: { shrink: true },
        styleOverrides: {
          root: { position: 'static', transform: 'none', marginBottom: 4, ...labelStyle },
        },
      },
      MuiOutlinedInput: {
        defaultProps: { notched: false },
        styleOverrides: { notchedOutline: { top: 0, borderColor: colors.control, '& legend': { display: 'none' } } },
      },
      MuiInputBase: {
        // A browser's number input counts up and down with the wheel while it has the focus. The global styles of each input only tell
        // a floating label that the browser has filled the input in, and labels stand above here.
        defaultProps: { onWheel: leaveNumber, disableInjectingGlobalStyles: true },
        styleOverrides: { input: { '&::placeholder': { color: colors.textSecondary, opacity: 1 } } },
      },
      MuiSwitch: { styleOverrides: { track: { backgroundColor: colors.control, opacity: 1 } } },
      // The helper text says why a field is disabled: it must stay readable.
      MuiFormHelperText: {
        styleOverrides: {
          root: ({ theme }: { theme: Theme }) => ({
            marginLeft: 0,
            '&.Mui-disabled': { color: theme.palette.text.secondary },
          }),
        },
      },
      MuiPopover: { defaultProps: { container: landmark } },
      MuiTooltip: { defaultProps: { slotProps: { popper: { container: landmark } } } },
      MuiButton: {
        defaultProps: { disableElevation: true, disableFocusRipple: true },
        styleOverrides: {
          // No transition: the text changes at once, and would be unreadable on the fading background.
          contained: {
            '&.Mui-disabled': { color: colors.textSecondary, backgroundColor: colors.divider, transition: 'none' },
          },
        },
      },
      MuiIconButton: { defaultProps: { disableFocusRipple: true } },
      MuiButtonBase: { styleOverrides: { root: { fontFamily: 'inherit', '&.Mui-focusVisible': ring } } },
      MuiLink: { styleOverrides: { root: { borderRadius: 2, '&:focus-visible': ring } } },
      MuiTablePagination: { styleOverrides: { select: { borderRadius: 4, '&:focus-visible': ring } } },
      MuiListItemButton: innerRing,
      MuiMenuItem: innerRing,
      MuiCardActionArea: innerRing,
      MuiTableCell: {
        styleOverrides: {
          root: { fontVariantNumeric: 'tabular-nums', borderColor: colors.divider },
          head: { whiteSpace: 'nowrap' },
          sizeSmall: { height: sizes.row, padding: '0 10px' },
        },
      },
      MuiTab: {
        defaultProps: { disableFocusRipple: true },
        styleOverrides: { root: { minHeight: sizes.tabs, '&.Mui-focusVisible': { outlineOffset: -2 } } },
      },
      MuiTabs: { styleOverrides: { root: { minHeight: sizes.tabs } } },
      MuiAppBar: { defaultProps: { elevation: 0, color: 'inherit' } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    },
  };
}

export const lightTheme = themeOf('light', light);
export const darkTheme = themeOf('dark', dark);

/** Safari still needs the prefix of `user-select`; without it the labels of buttons get selected. */
export const safariPrefix: StylisPlugin = (element) => {
  if (element.type === 'decl' && element.props === 'user-select')
    element.return = `-webkit-${element.value}${element.value}`;
};
