import { Box, Button, ListItemButton, ListItemIcon, Tooltip, Typography } from '@mui/material';
import { decomposeColor, getContrastRatio } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { MenuEntry } from '../../contract/calls/console.ts';
import { MenuIcon } from '../navigation/icons.tsx';
import { useMenuQuery } from '../navigation/useMenu.ts';
import { linkOf, targetOf, useMenuTitle } from '../navigation/useMenuPlace.ts';
import { twoLines } from '../theme/index.ts';

interface Props {
  entry: MenuEntry;
  /** `page`: the entry is open; `true`: one below it is. */
  current: 'page' | 'true' | undefined;
  /** Shows the icon alone, with the title as its name and on hover. */
  isFolded?: boolean;
  depth?: number;
  hasIcon?: boolean;
  /** The background: the dark menu or the page. */
  tone?: keyof typeof tones;
  onClick?: () => void;
}

const tones = {
  menu: { text: 'menu.text', active: 'menu.active', hover: 'menu.hover', selected: 'menu.selected', mark: 'menu.mark' },
  page: {
    text: 'text.primary',
    active: 'primary.main',
    hover: 'action.hover',
    selected: undefined,
    mark: 'primary.main',
  },
} as const;

const titleStyle = {
  ...twoLines,
  my: 0.5,
  hyphens: 'auto',
  // English titles are longer.
  '&:lang(en)': { fontSize: '0.8125rem' },
} as const;

/** A menu entry as a link in a list. Few elements, as every page renders dozens of them. */
export function MenuLink({
  entry,
  current,
  isFolded = false,
  depth = 0,
  hasIcon = true,
  tone = 'menu',
  onClick,
}: Props) {
  const title = useMenuTitle()(entry);
  const own = menuColors(entry.background);
  const colors = tones[tone];
  const link = (
    <ListItemButton
      component={Link}
      to={linkOf(targetOf(entry))}
      onClick={onClick}
      aria-label={isFolded ? title : undefined}
      aria-current={current}
      selected={current !== undefined}
      sx={{
        minHeight: 40,
        pl: 1.125 + depth * 2,
        pr: 0.5,
        gap: 0.75,
        justifyContent: isFolded ? 'center' : 'flex-start',
        borderLeft: 3,
        borderColor: current ? colors.mark : 'transparent',
        color: current ? colors.active : colors.text,
        ...own,
        '&:hover': { bgcolor: own?.bgcolor ?? colors.hover, color: own?.color ?? colors.active },
        '&.Mui-selected, &.Mui-selected:hover': {
          bgcolor: own?.bgcolor ?? colors.selected,
          color: own?.color ?? colors.active,
          fontWeight: 600,
          // Bold letters need more room, which a word that is as long as its line does not have.
          '& > .title:lang(en)': { letterSpacing: '-0.02em' },
        },
        '&.Mui-focusVisible': { outline: 2, outlineOffset: -2, outlineColor: 'currentColor' },
        '& > .title': titleStyle,
      }}
    >
      {hasIcon && (
        <ListItemIcon sx={{ minWidth: 0, color: 'inherit' }}>
          <MenuIcon name={entry.icon} path={entry.path} />
        </ListItemIcon>
      )}
      {!isFolded && (
        <span className="title" title={title}>
          {title}
        </span>
      )}
    </ListItemButton>
  );
  return (
    <li>
      {isFolded ? (
        <Tooltip title={title} placement="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  );
}

/** Shown if the menu could not be read. The query also retries by itself. */
export function MenuFailed() {
  const translate = useTranslate();
  const { data, error, refetch } = useMenuQuery();
  if (data || !error) return null;
  return (
    <Box role="alert" sx={{ px: 1.5, py: 1, display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Typography variant="body2">{translate('frame.menuFailed')}</Typography>
      <Button size="small" variant="outlined" color="inherit" onClick={() => refetch()}>
        {translate('list.retry')}
      </Button>
    </Box>
  );
}

const light = '#ffffff';
const dark = '#101316';

/**
 * The colours of an entry with a background of its own, set by the back end. The text is light or dark, whichever has
 * more contrast: at least 4.5 to 1 on any background (WCAG 2.2, 1.4.3). Undefined if the value is no opaque colour.
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
