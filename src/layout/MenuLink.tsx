import { ListItemButton, ListItemIcon, Tooltip } from '@mui/material';
import { Link } from 'react-router-dom';
import type { MenuEntry } from '../../contract/calls/console.ts';
import { MenuIcon } from './icons.tsx';
import { menuColors } from './menuColors.ts';
import { linkOf, targetOf } from './useMenuPlace.ts';
import { useMenuTitle } from './useMenuTitle.ts';

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
