import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Code from '@mui/icons-material/Code';
import Delete from '@mui/icons-material/Delete';
import DragIndicator from '@mui/icons-material/DragIndicator';
import { Box, IconButton, Tooltip, Typography, useTheme } from '@mui/material';
import { type Editor, type NodeViewProps, NodeViewWrapper, useEditorState } from '@tiptap/react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { applyReadableColors, pageColors } from '../contrast/textColors.ts';
import { useConfiguredHosts } from '../useConfiguredHosts.ts';
import { type LabelKey, useLabel } from '../useLabel.ts';
import { moveIsland, setIslandSource } from './commands.ts';
import { IslandDialog } from './IslandDialog.tsx';
import { islandContent, islandName } from './islandContent.ts';

const actions = {
  editIsland: Code,
  moveUp: ArrowUpward,
  moveDown: ArrowDownward,
  deleteIsland: Delete,
} satisfies Partial<Record<LabelKey, unknown>>;
type Action = keyof typeof actions;

export function IslandView({ node, editor, getPos, deleteNode, selected }: NodeViewProps) {
  const label = useLabel();
  const [isEditing, setEditing] = useState(false);
  const html: string = node.attrs.html;
  const name = useMemo(() => islandName(html), [html]);
  const editable = useEditorState({ editor, selector: ({ editor: current }) => current.isEditable });
  const run = (command: (editor: Editor, pos: number) => void) => {
    const pos = getPos();
    if (pos !== undefined) command(editor, pos);
  };
  const handlers: Record<Action, () => void> = {
    editIsland: () => setEditing(true),
    moveUp: () => run((current, pos) => moveIsland(current, pos, -1)),
    moveDown: () => run((current, pos) => moveIsland(current, pos, 1)),
    deleteIsland: () => {
      deleteNode();
      editor.commands.focus();
    },
  };
  const shown = node.isInline ? (['editIsland', 'deleteIsland'] as const) : (Object.keys(actions) as Action[]);
  return (
    <NodeViewWrapper
      as={node.isInline ? 'span' : 'div'}
      className={node.isInline ? 'inline-island' : 'island'}
      role="group"
      aria-label={`${label('island')} ${name}`}
      data-selected={selected || undefined}
    >
      <IslandContent html={html} isInline={node.isInline} />
      <Box component="span" className="island-bar">
        {editable && <DragIndicator fontSize="small" data-drag-handle="" sx={{ cursor: 'grab' }} />}
        <Typography component="span" variant="caption" noWrap sx={{ fontFamily: 'monospace', minWidth: 0, flex: 1 }}>
          {name || label('island')}
        </Typography>
        {editable &&
          shown.map((action) => {
            const Icon = actions[action];
            return (
              <Tooltip key={action} title={label(action)} disableInteractive>
                <IconButton size="small" aria-label={`${label(action)} ${name}`} onClick={handlers[action]}>
                  <Icon fontSize="small" />
                </IconButton>
              </Tooltip>
            );
          })}
      </Box>
      {isEditing && (
        <IslandDialog
          html={html}
          onSave={(source) => {
            setEditing(false);
            run((current, pos) => setIslandSource(current, pos, source));
          }}
          onClose={() => setEditing(false)}
        />
      )}
    </NodeViewWrapper>
  );
}

/** In a shadow tree, whose ids and styles do not reach the page; `inert`, so that nothing in it can be used. */
function IslandContent({ html, isInline }: { html: string; isInline: boolean }) {
  const host = useRef<HTMLElement>(null);
  const hosts = useConfiguredHosts();
  const { palette } = useTheme();
  useLayoutEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
    const content = islandContent(html, hosts);
    if (palette.mode === 'dark') applyReadableColors(content, pageColors(palette));
    root?.replaceChildren(content);
  }, [html, hosts, palette]);
  return <Box ref={host} component={isInline ? 'span' : 'div'} inert className="island-content" />;
}
