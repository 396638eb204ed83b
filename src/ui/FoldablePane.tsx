import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { Box, ButtonBase } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { foldBelow } from '../early/wire.ts';
import { type SettingName, useSetting } from '../services/settings.ts';
import { sizes } from '../theme/index.ts';
import { useIsBelow } from './responsive.ts';

interface Props {
  component: 'nav' | 'aside';
  label: string;
  /** The text of the folded pane's button, if it says more than the label. */
  foldedLabel?: string;
  /** Where the administrator's choice is stored. */
  setting: SettingName;
  width: number;
  bgcolor?: string;
  children: ReactNode;
}

/**
 * A pane beside the page. In a narrow window (`foldBelow`) it folds to a button, unless the administrator chose
 * otherwise.
 */
export function FoldablePane({ component, label, foldedLabel = label, setting, width, bgcolor, children }: Props) {
  const translate = useTranslate();
  const isTight = useIsBelow(foldBelow);
  const [chosen, choose] = useSetting<boolean | undefined>(setting);
  const isOpen = chosen ?? !isTight;
  const shown = isOpen ? label : foldedLabel;
  return (
    <Box
      component={component}
      aria-label={label}
      sx={{
        width: isOpen ? width : sizes.foldedPane,
        flexShrink: 0,
        display: 'flex',
        flexDirection: 'column',
        overflowX: 'hidden',
        overflowY: 'auto',
        bgcolor,
        borderRight: 1,
        borderColor: 'divider',
      }}
    >
      {/* One button for both states, so that it keeps the focus. */}
      <ButtonBase
        onClick={() => choose(!isOpen)}
        aria-expanded={isOpen}
        aria-label={`${translate(isOpen ? 'list.collapse' : 'list.expand')} ${shown}`}
        sx={{
          flex: isOpen ? 'none' : 1,
          gap: 0.5,
          p: 1,
          pl: isOpen ? 2 : 1,
          justifyContent: isOpen ? 'space-between' : 'flex-start',
          ...(!isOpen && { writingMode: 'vertical-rl' }),
          typography: 'body2',
          color: 'text.secondary',
          '&:hover': { bgcolor: 'action.hover', color: 'text.primary' },
          '&.Mui-focusVisible': { outlineOffset: -2 },
          '& > .label': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
        }}
      >
        {!isOpen && <ChevronRight fontSize="small" />}
        <span className="label">{shown}</span>
        {isOpen && <ChevronLeft fontSize="small" />}
      </ButtonBase>
      {isOpen && children}
    </Box>
  );
}
