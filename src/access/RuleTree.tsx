import Checked from '@mui/icons-material/CheckBox';
import Unchecked from '@mui/icons-material/CheckBoxOutlineBlank';
import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Partly from '@mui/icons-material/IndeterminateCheckBox';
import PersonSearch from '@mui/icons-material/PersonSearchOutlined';
import { Box, Typography } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { allOf, type Group, type Item, stateOf, switched, switchedAll } from './ruleTree.ts';

interface Props {
  labelledBy: string;
  groups: Group[];
  found: Group[];
  chosen: ReadonlySet<unknown>;
  isOpen: (top: unknown) => boolean;
  onOpen: (top: unknown, isOpen: boolean) => void;
  onChoose: (chosen: Set<unknown>) => void;
  mayGive: (rule: RaRecord) => boolean;
  isReadOnly: boolean;
  /** Asks who has a rule: Enter, or the button at the end of its line. */
  onAsk?: ((rule: RaRecord) => void) | undefined;
}

/** A tree of checkboxes, one stop of the Tab key: arrows move, Space toggles (WAI-ARIA, tree view). */
export function RuleTree({ labelledBy, found, onOpen, onChoose, isReadOnly, onAsk, ...props }: Props) {
  const [current, setCurrent] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const items = found.flatMap((group) => itemsOf(group, props));
  const at = Math.max(
    0,
    items.findIndex(({ key }) => key === current),
  );

  const go = (to: number) => {
    const next = items[Math.min(Math.max(to, 0), items.length - 1)];
    if (!next) return;
    setCurrent(next.key);
    box.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
  };
  const toggle = ({ rule, group, level, isOff }: Item) => {
    if (isReadOnly || isOff) return;
    const isAll = level === 1 && group.below.length > 0;
    onChoose(isAll ? switchedAll(group, props.chosen, props.mayGive) : switched(group, props.chosen, rule.id));
  };
  const keys: Record<string, (item: Item) => void> = {
    ArrowDown: () => go(at + 1),
    ArrowUp: () => go(at - 1),
    Home: () => go(0),
    End: () => go(items.length - 1),
    ArrowRight: ({ rule, isOpen }) => (isOpen === false ? onOpen(rule.id, true) : go(isOpen ? at + 1 : at)),
    ArrowLeft: ({ rule, isOpen, level }) => {
      if (isOpen) onOpen(rule.id, false);
      else if (level === 2) go(items.findLastIndex((item, index) => index < at && item.level === 1));
    },
    ' ': toggle,
    ...(onAsk && { Enter: ({ rule }: Item) => canAsk(rule) && onAsk(rule) }),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const item = items[at];
    const act = keys[event.key];
    if (!item || !act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act(item);
  };
  return (
    <Box
      ref={box}
      role="tree"
      aria-labelledby={labelledBy}
      aria-multiselectable
      onKeyDown={onKeyDown}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, py: 0.5 }}
    >
      {items.map((item, index) => (
        <RuleItem
          key={item.key}
          item={item}
          isCurrent={index === at}
          isReadOnly={isReadOnly}
          onFocus={() => setCurrent(item.key)}
          onToggle={() => toggle(item)}
          onOpen={() => onOpen(item.rule.id, !item.isOpen)}
          onAsk={onAsk}
        />
      ))}
    </Box>
  );
}

/** A group, and while it is open, its screen and calls. */
function itemsOf(
  shown: Group,
  { groups, chosen, isOpen, mayGive }: Pick<Props, 'groups' | 'chosen' | 'isOpen' | 'mayGive'>,
) {
  const group = groups.find(({ top }) => top.id === shown.top.id) ?? shown;
  const all = allOf(group);
  const hasBelow = group.below.length > 0;
  const item = (rule: RaRecord, level: 1 | 2): Item => ({
    key: `${rule.id}.${level}`,
    rule,
    group,
    level,
    state: chosen.has(rule.id) ? 'true' : 'false',
    isScreen: level === 2 && rule.id === group.top.id,
    isOff: !mayGive(rule),
  });
  const head: Item = {
    ...item(group.top, 1),
    state: stateOf(group, chosen),
    isOff: !all.some(mayGive),
    ...(hasBelow && { isOpen: isOpen(group.top.id), count: { n: countOf(all, chosen), all: all.length } }),
  };
  return head.isOpen ? [head, ...allOf(shown).map((rule) => item(rule, 2))] : [head];
}

const countOf = (rules: RaRecord[], chosen: ReadonlySet<unknown>) => rules.filter(({ id }) => chosen.has(id)).length;

const boxes = { true: Checked, mixed: Partly, false: Unchecked };

/** A rule that guards nothing gives nobody a right. */
const canAsk = ({ guards }: RaRecord) => guards !== 'nothing';

interface RuleItemProps {
  item: Item;
  isCurrent: boolean;
  isReadOnly: boolean;
  onFocus: () => void;
  onToggle: () => void;
  onOpen: () => void;
  onAsk: Props['onAsk'];
}

function RuleItem({ item, isCurrent, isReadOnly, onFocus, onToggle, onOpen, onAsk }: RuleItemProps) {
  const translate = useTranslate();
  const { rule, level, state, isOpen, count, isScreen, isOff } = item;
  const isDisabled = isOff || isReadOnly;
  const Tick = boxes[state];
  const title = isScreen ? translate('roleForm.openScreen') : String(rule.title);
  const counted = count && translate('roleForm.count', { ...count });
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
      aria-keyshortcuts={onAsk && 'Enter'}
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
      {onAsk && canAsk(rule) && (
        <Box
          component="span"
          // The line itself is the stop of the keyboard.
          aria-hidden
          title={translate('explain.whoCan')}
          onClick={(event: MouseEvent) => {
            event.stopPropagation();
            onAsk(rule);
          }}
          sx={{ display: 'flex', cursor: 'pointer', p: 0.75, my: -0.75, mr: -1, color: 'text.secondary' }}
        >
          <PersonSearch fontSize="small" />
        </Box>
      )}
    </Box>
  );
}
