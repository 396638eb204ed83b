import type { SvgIconComponent } from '@mui/icons-material';
import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import FormatAlignCenter from '@mui/icons-material/FormatAlignCenter';
import FormatAlignJustify from '@mui/icons-material/FormatAlignJustify';
import FormatAlignLeft from '@mui/icons-material/FormatAlignLeft';
import FormatAlignRight from '@mui/icons-material/FormatAlignRight';
import GridOn from '@mui/icons-material/GridOn';
import { Box, Divider, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import type { ChainedCommands } from '@tiptap/core';
import { type Editor, useEditorState } from '@tiptap/react';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Align, alignOf, setAlign } from '../commands.ts';
import {
  canMerge,
  canSplit,
  evenColumns,
  fitColumns,
  hasHeader,
  toggleHeader,
  widenColumn,
} from '../tables/commands.ts';
import { type LabelKey, useLabel } from '../useLabel.ts';
import { blockTools } from './blockTools.ts';
import { ToolButton } from './ToolBar.tsx';

interface MenuEntry {
  name: LabelKey;
  icon?: SvgIconComponent;
  run: () => void;
  selected?: boolean;
  ready?: boolean;
  divided?: boolean;
}

interface ToolMenuProps {
  name: LabelKey;
  entries: MenuEntry[];
  value?: string;
  children: ReactNode;
}

function ToolMenu({ name, entries, value, children }: ToolMenuProps) {
  const label = useLabel();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (entry: MenuEntry) => {
    // The menu returns the focus to its button; only then may the tool move it to the editor.
    flushSync(() => setAnchor(null));
    entry.run();
  };
  return (
    <>
      <ToolButton
        name={name}
        value={value}
        hasPopup="menu"
        open={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {children}
      </ToolButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        transitionDuration={0}
        slotProps={{ list: { dense: true, 'aria-label': label(name) } }}
      >
        {entries.flatMap((entry) => [
          entry.divided && <Divider key={`${entry.name} divider`} />,
          <MenuItem
            key={entry.name}
            selected={entry.selected}
            disabled={entry.ready === false}
            onClick={() => choose(entry)}
          >
            {entry.icon && (
              <ListItemIcon>
                <entry.icon fontSize="small" />
              </ListItemIcon>
            )}
            <ListItemText>{label(entry.name)}</ListItemText>
          </MenuItem>,
        ])}
      </Menu>
    </>
  );
}

const blocks = ['paragraph', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre'] as const;
const tagOf = (block: (typeof blocks)[number]) => (block === 'paragraph' ? 'p' : block);
export function BlockMenu({ editor }: { editor: Editor }) {
  const label = useLabel();
  const current = useEditorState({
    editor,
    selector: ({ editor: { state } }) =>
      blocks.find((block) => tagOf(block) === state.selection.$from.parent.attrs.tag),
  });
  const entries = blocks.map((name) => ({
    name,
    selected: name === current,
    run: () => blockTools[name].insert(editor.chain().focus()).run(),
  }));
  const value = label(current ?? 'paragraph');
  return (
    <ToolMenu name="block" entries={entries} value={value}>
      <Box
        component="span"
        sx={{ typography: 'body2', pl: 0.5, minWidth: '4.5em', textAlign: 'left', whiteSpace: 'nowrap' }}
      >
        {value}
      </Box>
      <ArrowDropDown />
    </ToolMenu>
  );
}

const aligns = {
  left: { name: 'alignLeft', icon: FormatAlignLeft },
  center: { name: 'alignCenter', icon: FormatAlignCenter },
  right: { name: 'alignRight', icon: FormatAlignRight },
  justify: { name: 'alignJustify', icon: FormatAlignJustify },
} as const;
const all = Object.keys(aligns) as Align[];

export function AlignMenu({ editor }: { editor: Editor }) {
  const current = useEditorState({
    editor,
    selector: ({ editor: { state } }) => all.find((align) => align === alignOf(state)),
  });
  const entries = all.map((align) => ({
    ...aligns[align],
    selected: align === current,
    run: () => editor.chain().focus().command(setAlign(align)).run(),
  }));
  const Icon = aligns[current ?? 'left'].icon;
  return (
    <ToolMenu name="align" entries={entries}>
      <Icon />
    </ToolMenu>
  );
}

type TableCommand = `add${'Row' | 'Column'}${'Before' | 'After'}` | `delete${'Row' | 'Column' | 'Table'}`;
type TableCommands = ChainedCommands & Record<TableCommand, () => ChainedCommands>;

const tableStates = (editor: Editor) => {
  const { state } = editor;
  const isInside = editor.isActive('table');
  return {
    isInside,
    canMerge: isInside && canMerge(state),
    canSplit: isInside && canSplit(state),
    headerRow: isInside && hasHeader(state, 'row'),
    headerColumn: isInside && hasHeader(state, 'column'),
  };
};

export function TableMenu({ editor }: { editor: Editor }) {
  const states = useEditorState({ editor, selector: ({ editor: current }) => tableStates(current) });
  const chain = () => editor.chain().focus();
  const inside = (name: LabelKey, command: (chain: ChainedCommands) => ChainedCommands): MenuEntry => ({
    name,
    ready: states.isInside,
    run: () => command(chain()).run(),
  });
  const structure = (name: TableCommand) =>
    inside(name, (commands) => (commands as TableCommands)[name]().command(fitColumns));
  const divided = (entry: MenuEntry) => ({ ...entry, divided: true });
  const entries: MenuEntry[] = [
    {
      name: 'insertTable',
      ready: !states.isInside,
      run: () => blockTools.table.insert(chain()).run(),
    },
    divided(structure('addRowBefore')),
    structure('addRowAfter'),
    structure('addColumnBefore'),
    structure('addColumnAfter'),
    {
      ...divided(inside('headerRow', (commands) => commands.command(toggleHeader('row')))),
      selected: states.headerRow,
    },
    {
      ...inside('headerColumn', (commands) => commands.command(toggleHeader('column'))),
      selected: states.headerColumn,
    },
    {
      ...divided(inside('mergeCells', (commands) => commands.mergeCells().command(fitColumns))),
      ready: states.canMerge,
    },
    { ...inside('splitCell', (commands) => commands.splitCell().command(fitColumns)), ready: states.canSplit },
    divided(inside('columnWider', (commands) => commands.command(widenColumn(5)))),
    inside('columnNarrower', (commands) => commands.command(widenColumn(-5))),
    inside('columnsEven', (commands) => commands.command(evenColumns)),
    divided(structure('deleteRow')),
    structure('deleteColumn'),
    inside('deleteTable', (commands) => commands.deleteTable()),
  ];
  return (
    <ToolMenu name="table" entries={entries}>
      <GridOn />
    </ToolMenu>
  );
}
