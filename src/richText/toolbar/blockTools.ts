import type { SvgIconComponent } from '@mui/icons-material';
import CodeIcon from '@mui/icons-material/Code';
import FormatListBulleted from '@mui/icons-material/FormatListBulleted';
import FormatListNumbered from '@mui/icons-material/FormatListNumbered';
import FormatQuote from '@mui/icons-material/FormatQuote';
import GridOn from '@mui/icons-material/GridOn';
import HorizontalRule from '@mui/icons-material/HorizontalRule';
import Notes from '@mui/icons-material/Notes';
import Title from '@mui/icons-material/Title';
import type { ChainedCommands } from '@tiptap/core';
import type { ComponentType } from 'react';
import { insertRule, textAfter, toggleQuote } from '../commands.ts';
import type { LabelKey } from '../useLabel.ts';
import { insertDialogs } from './InsertTools.tsx';
import type { DialogProps } from './ToolDialog.tsx';

export interface BlockTool {
  icon: SvgIconComponent;
  /** Words by which the slash menu finds the tool, in addition to its label: pinyin, its initials and English. */
  searchTerms: string;
  insert?: (chain: ChainedCommands) => ChainedCommands;
  Dialog?: ComponentType<DialogProps>;
}

const textblock = (type: string, tag: string, icon: SvgIconComponent, searchTerms: string) => ({
  icon,
  searchTerms,
  insert: (chain: ChainedCommands) => chain.setNode(type, { tag, bare: false }),
});

const heading = (level: number) =>
  textblock('heading', `h${level}`, Title, `h${level} bt${level} biaoti${level} heading${level} title${level}`);

const list = (name: string, icon: SvgIconComponent, searchTerms: string) => ({
  icon,
  searchTerms,
  insert: (chain: ChainedCommands) => chain.toggleList(name, 'listItem'),
});

/** Attributes give the borders, so that cells which are added later get them too, whatever the site's styles are. */
const newTable = { border: '1', cellspacing: '0', cellpadding: '6', style: 'width: 100%; border-collapse: collapse;' };

/** Tools that insert or change a block. The toolbar and the slash menu offer them. */
export const blockTools = {
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  bulletList: list('bulletList', FormatListBulleted, 'wxlb wuxuliebiao lb liebiao bullet list ul'),
  orderedList: list('orderedList', FormatListNumbered, 'yxlb youxuliebiao lb liebiao number ordered list ol'),
  quote: {
    icon: FormatQuote,
    searchTerms: 'yy yinyong quote blockquote',
    insert: (chain: ChainedCommands) => chain.command(toggleQuote),
  },
  table: {
    icon: GridOn,
    searchTerms: 'bg biaoge table grid',
    insert: (chain: ChainedCommands) =>
      chain
        .insertTable({ rows: 3, cols: 3, withHeaderRow: false })
        .updateAttributes('table', { preserved: newTable })
        .command(textAfter),
  },
  ...insertDialogs,
  rule: {
    icon: HorizontalRule,
    searchTerms: 'fgx fengexian divider horizontal rule hr line',
    insert: (chain: ChainedCommands) => chain.command(insertRule),
  },
  paragraph: textblock('paragraph', 'p', Notes, 'zw zhengwen paragraph text'),
  pre: textblock('codeBlock', 'pre', CodeIcon, 'dmk daimakuai code pre'),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
} satisfies Partial<Record<LabelKey, BlockTool>>;

export type BlockToolName = keyof typeof blockTools;
