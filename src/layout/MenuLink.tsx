import { Box, Button, ListItemButton, ListItemIcon, Tooltip, Typography } from '@mui/material';
import { decomposeColor, getContrastRatio } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { MenuEntry } from '../../contract/calls/console.ts';
import { MenuIcon } from '../navigation/icons.tsx';
import { useMenuQuery } from '../navigation/useMenu.ts';
import { linkOf, targetOf, useMenuTitle } from '../navigation/useMenuPlace.ts';

interface Props {
  entry: MenuEntry;
  /** `page`: it is open; `true`: something below it is. */
  current: 'page' | 'true' | undefined;
  /** Shows the icon alone, with the title as its name and on hover. */
  isFolded?: boolean;
  /** How far below the first level it stands. */
  depth?: number;
  hasIcon?: boolean;
  /** The ground it stands on: the dark menu or the page. */
  tone?: keyof typeof tones;
  onClick?: () => void;
}

const tones = {
  menu: { text: 'menu.text', active: 'menu.active', hover: 'menu.hover', selected: 'menu.selected', mark: 'menu.mark' },
  page: {
    text: 'text.primary',
    active: 'primary.main',
    hover: 'action.hover',
    // As in every other list.
    selected: undefined,
    mark: 'primary.main',
  },
} as const;

/** A longer title goes on in a second line; what is longer still is cut there. */
const twoLines = {
  my: 0.5,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  // Where the browser can it hyphenates; a word that is too long is broken all the same.
  hyphens: 'auto',
  overflowWrap: 'anywhere',
  lineHeight: 1.25,
  // Its words are longer than those of Chinese.
  '&:lang(en)': { fontSize: '0.8125rem' },
} as const;

/** One entry of a menu, as a link in a list; of few parts, because every page begins with dozens of them. */
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
        },
        '&.Mui-focusVisible': { outline: 2, outlineOffset: -2, outlineColor: 'currentColor' },
        '& > .title': twoLines,
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

/** In the place of a menu that could not be read; it is asked for again by itself too. */
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
