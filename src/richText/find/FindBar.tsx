import Close from '@mui/icons-material/Close';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import { Box, Button, IconButton, InputBase, Tooltip, Typography } from '@mui/material';
import { closeHistory } from '@tiptap/pm/history';
import type { Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { isSecondClick } from '../../utils/isSecondClick.ts';
import { isCompositionKey } from '../../utils/keyboard.ts';
import { type LabelKey, useLabel } from '../useLabel.ts';
import {
  changeFinding,
  closeFinder,
  findingOf,
  openFinder,
  replaceAll,
  replaceCurrent,
  type Search,
} from './finder.ts';

/** The part of the finder's state that is shown. The rest changes with each keystroke in the text. */
function shownOf({ state }: Editor) {
  const finding = findingOf(state);
  if (!finding) return null;
  const { query, matchCase, index, opened, matches } = finding;
  const islands = matches.filter(({ isIsland }) => isIsland).length;
  return { query, matchCase, index, opened, count: matches.length, islands };
}

/** Shown below the tools during a search in the text. */
export function FindBar({ editor }: { editor: Editor }) {
  const shown = useEditorState({ editor, selector: ({ editor: current }) => shownOf(current) });
  return shown && <OpenFindBar editor={editor} {...shown} />;
}

type OpenFindBarProps = { editor: Editor } & NonNullable<ReturnType<typeof shownOf>>;

function OpenFindBar({ editor, query, matchCase, index, opened, count, islands }: OpenFindBarProps) {
  const label = useLabel();
  const input = useRef<HTMLInputElement>(null);
  const [replacement, setReplacement] = useState('');
  const { view } = editor;

  useEffect(() => {
    if (opened > 0) input.current?.select();
    reveal(view);
  }, [opened, view]);

  const act = (tr: Transaction) => {
    view.dispatch(tr);
    reveal(view);
  };
  const search = (change: Partial<Search>) => act(changeFinding(view.state.tr, { search: change }));
  const go = (by: number) => {
    if (count > 0) act(changeFinding(view.state.tr, { index: (index + by + count) % count }));
  };
  const close = () => {
    view.dispatch(closeFinder(view.state));
    view.focus();
  };
  const replace = (replaceIn: typeof replaceCurrent) => {
    if (count > 0) act(closeHistory(replaceIn(view.state, replacement)));
  };
  const replaceByButton = (replaceIn: typeof replaceCurrent) => {
    replace(replaceIn);
    const left = shownOf(editor);
    // The button is disabled then and loses the focus, and Escape would close the form.
    if (left?.count === left?.islands) input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
    const isEnter = event.key === 'Enter' && event.target instanceof HTMLInputElement;
    if (isCompositionKey(event.nativeEvent) || !(isFind || isEnter || event.key === 'Escape')) return;
    event.preventDefault();
    // Keeps the form from closing or saving.
    event.stopPropagation();
    if (event.key === 'Escape') close();
    else if (isFind) view.dispatch(openFinder(view.state));
    else if (event.target === input.current) go(event.shiftKey ? -1 : 1);
    else replace(replaceCurrent);
  };
  return (
    <Box
      role="search"
      aria-label={label('find')}
      onKeyDown={onKeyDown}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, px: 1, py: 0.5, borderTop: 1, borderColor: 'divider' }}
    >
      <Row>
        <Field name="findText" value={query} inputRef={input} onChange={(text) => search({ query: text })} />
        <Typography
          role="status"
          variant="body2"
          color={query && count === 0 ? 'error' : 'textSecondary'}
          sx={{ minWidth: '4em', textAlign: 'center', fontVariantNumeric: 'tabular-nums' }}
        >
          {query && (count > 0 ? `${index + 1}/${count}` : label('notFound'))}
        </Typography>
        <Action name="matchCase" isPressed={matchCase} onClick={() => search({ matchCase: !matchCase })}>
          <Typography component="span" variant="body2" sx={{ width: 20 }}>
            Aa
          </Typography>
        </Action>
        <Action name="previousMatch" onClick={() => go(-1)}>
          <KeyboardArrowUp fontSize="small" />
        </Action>
        <Action name="nextMatch" onClick={() => go(1)}>
          <KeyboardArrowDown fontSize="small" />
        </Action>
      </Row>
      <Row>
        <Field name="replaceText" value={replacement} onChange={setReplacement} />
        <Button size="small" disabled={count === islands} onClick={() => replaceByButton(replaceCurrent)}>
          {label('replace')}
        </Button>
        <Button
          size="small"
          disabled={count === islands}
          onClick={(event) => !isSecondClick(event) && replaceByButton(replaceAll)}
        >
          {label('replaceAll')}
        </Button>
        <Action name="closeFind" onClick={close}>
          <Close fontSize="small" />
        </Action>
      </Row>
      {islands > 0 && (
        <Typography role="status" variant="caption" color="textSecondary" sx={{ flexBasis: '100%', px: 1 }}>
          {label('inIslands', { n: islands })}
        </Typography>
      )}
    </Box>
  );
}

/** Scrolls to the current match. ProseMirror scrolls to its selection only while the text has the focus. */
const reveal = ({ dom }: EditorView) =>
  dom.querySelector('.find-match.is-current')?.scrollIntoView({ block: 'nearest' });

const Row = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, flex: '1 1 280px', minWidth: 0 }}>{children}</Box>
);

interface FieldProps {
  name: LabelKey;
  value: string;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (text: string) => void;
}

function Field({ name, value, inputRef, onChange }: FieldProps) {
  const label = useLabel()(name);
  return (
    <InputBase
      value={value}
      placeholder={label}
      inputRef={inputRef}
      onChange={(event) => onChange(event.target.value)}
      inputProps={{ 'aria-label': label, maxLength: 200, autoComplete: 'off' }}
      sx={{ flex: 1, minWidth: 80, px: 1, border: 1, borderColor: 'control', borderRadius: 1, fontSize: '0.875rem' }}
    />
  );
}

interface ActionProps {
  name: LabelKey;
  isPressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Action({ name, isPressed, onClick, children }: ActionProps) {
  const label = useLabel()(name);
  return (
    <Tooltip title={label} enterDelay={500} disableInteractive>
      <IconButton
        size="small"
        aria-label={label}
        aria-pressed={isPressed}
        onClick={onClick}
        sx={{
          borderRadius: 1,
          ...(isPressed && { color: 'primary.main', bgcolor: 'action.selected' }),
        }}
      >
        {children}
      </IconButton>
    </Tooltip>
  );
}
