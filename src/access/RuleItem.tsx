import Checked from '@mui/icons-material/CheckBox';
import Unchecked from '@mui/icons-material/CheckBoxOutlineBlank';
import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Partly from '@mui/icons-material/IndeterminateCheckBox';
import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { Item } from './ruleTree.ts';

const boxes = { true: Checked, mixed: Partly, false: Unchecked };

interface Props {
  item: Item;
  /** The one that the tab key comes to. */
  isCurrent: boolean;
  isReadOnly: boolean;
  onFocus: () => void;
  onToggle: () => void;
  onOpen: () => void;
}

/** A line of the tree: what it opens, its box, its title, and beside that its count, its path, or why it cannot be given. */
export function RuleItem({ item, isCurrent, isReadOnly, onFocus, onToggle, onOpen }: Props) {
  const translate = useTranslate();
  const { rule, level, state, isOpen, count, isScreen, isOff } = item;
  const isDisabled = isOff || isReadOnly;
  const Tick = boxes[state];
  const title = isScreen ? translate('access.openScreen') : String(rule.title);
  const counted = count && translate('access.count', { ...count });
  const why = isOff && !isReadOnly ? translate('access.notHeld') : undefined;
  const beside = counted ?? why ?? String(rule.path);
  const Chevron = isOpen ? ExpandMore : ChevronRight;
  return (
    <Box
      role="treeitem"
      data-key={item.key}
      aria-level={level}
      aria-expanded={isOpen}
      aria-checked={state}
      aria-disabled={isDisabled || undefined}
      aria-label={[title, beside, counted && why].filter(Boolean).join(', ')}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      onClick={onToggle}
      title={why}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minHeight: 36,
        pl: level === 1 ? 1 : 6,
        pr: 1.5,
        cursor: isDisabled ? 'default' : 'pointer',
        '&:hover': { bgcolor: 'action.hover' },
        '&:focus-visible': { outline: 2, outlineOffset: -2, outlineColor: 'primary.main' },
      }}
    >
      {level === 1 && (
        <Chevron
          fontSize="small"
          onClick={(event) => {
            event.stopPropagation();
            if (isOpen !== undefined) onOpen();
          }}
          sx={{ visibility: isOpen === undefined ? 'hidden' : 'visible', cursor: 'pointer' }}
        />
      )}
      <Tick fontSize="small" color={isDisabled ? 'disabled' : state === 'false' ? 'action' : 'primary'} />
      <Typography
        component="span"
        sx={{ fontWeight: level === 1 ? 600 : 400, color: isOff ? 'text.secondary' : 'text.primary', minWidth: 0 }}
      >
        {title}
      </Typography>
      <Typography
        component="span"
        variant="caption"
        color="text.secondary"
        noWrap
        sx={{ ml: 'auto', minWidth: 0, display: count || why ? 'block' : { xs: 'none', sm: 'block' } }}
      >
        {beside}
      </Typography>
    </Box>
  );
}
