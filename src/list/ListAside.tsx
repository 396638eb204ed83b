import { Box, List, ListItemButton, MenuItem, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { DOMAttributes, ReactNode } from 'react';
import { indentOf } from '../fields/ChoiceSelect.tsx';
import type { SettingName } from '../services/settings.ts';
import { sizes } from '../theme/index.ts';
import { labelledSelect } from '../ui/a11y.ts';
import { DeferredRender } from '../ui/DeferredRender.tsx';
import { FoldablePane } from '../ui/FoldablePane.tsx';
import { useIsBelow } from '../ui/responsive.ts';
import { isEmpty } from '../utils/values.ts';

interface Choice {
  id: number;
  title: string;
  /** The level in a tree, from 1. */
  level?: number;
  /** The number of its records, if known. */
  total?: number;
}

interface Props {
  label: string;
  choices: Choice[];
  current: number;
  onChoose: (id: number) => void;
  /** Drop handlers of a choice; `isMarked` while something is dragged over it. */
  dropOn?: (choice: Choice) => DOMAttributes<HTMLElement> & { isMarked: boolean };
  /** Where the administrator's choice to fold it is stored. Without one it does not fold. */
  foldSetting?: SettingName;
  children?: ReactNode;
}

const counted = ({ title, total }: Choice) => (isEmpty(total) ? title : `${title} (${total})`);

/** Deeper levels would leave no room for the names. */
const deepestIndented = 6;

const oneLine = { flex: 1, minWidth: 0, my: 0.5, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };
const marked = { outline: 2, outlineColor: 'primary.main', outlineOffset: -2, bgcolor: 'action.selected' };
const little = { typography: 'caption', color: 'text.secondary' };

/** A filter beside a list; on a narrow screen a select above it. */
export function ListAside({ label, choices, current, onChoose, dropOn, foldSetting, children }: Props) {
  const translate = useTranslate();
  const isNarrow = useIsBelow('lg');
  if (isNarrow)
    return (
      <Box sx={{ pt: { xs: 1, sm: 2 }, px: { xs: 1, sm: 2 }, display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        <TextField
          select
          value={choices.some(({ id }) => id === current) ? current : 0}
          onChange={({ target }) => onChoose(Number(target.value))}
          sx={{ maxWidth: { sm: 400 } }}
          slotProps={{ select: { SelectDisplayProps: labelledSelect(label) } }}
        >
          {choices.map((choice) => (
            <MenuItem key={choice.id} value={choice.id}>
              {indentOf(choice.level) + counted(choice)}
            </MenuItem>
          ))}
        </TextField>
        {children}
      </Box>
    );
  const pane = (
    <DeferredRender placeholder={null}>
      <List dense disablePadding sx={{ pt: foldSetting ? 0 : 1, pb: 1 }}>
        {choices.map((choice) => {
          const { isMarked = false, ...dropping } = dropOn?.(choice) ?? {};
          return (
            <li key={choice.id}>
              <ListItemButton
                {...dropping}
                selected={choice.id === current}
                aria-current={choice.id === current}
                onClick={() => onChoose(choice.id)}
                sx={{
                  pl: Math.min(choice.level ?? 1, deepestIndented) * 2,
                  '& > .title': oneLine,
                  '& > .total': little,
                  ...(isMarked && marked),
                }}
              >
                <span className="title" title={choice.title}>
                  {choice.title}
                </span>
                <span className="total">{choice.total}</span>
              </ListItemButton>
            </li>
          );
        })}
      </List>
      <Box sx={{ px: 1, pb: 1, display: 'flex', flexDirection: 'column', alignItems: 'flex-start' }}>{children}</Box>
    </DeferredRender>
  );
  if (foldSetting) {
    const title = choices.find(({ id }) => id === current)?.title;
    return (
      <FoldablePane
        component="aside"
        label={label}
        foldedLabel={title && translate('list.filterIs', { name: label, value: title })}
        setting={foldSetting}
        width={sizes.columnsWidth}
      >
        {pane}
      </FoldablePane>
    );
  }
  return (
    <Box
      component="aside"
      aria-label={label}
      sx={{ width: sizes.columnsWidth, flexShrink: 0, borderRight: 1, borderColor: 'divider', overflowY: 'auto' }}
    >
      {pane}
    </Box>
  );
}
