import { Typography } from '@mui/material';
import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { countText, type TextCount, textOf } from './countText.ts';
import { useLabel } from './useLabel.ts';

/** After the last keystroke, in milliseconds: counting must not make typing in a long text slow. */
const pause = 300;

export function TextCountLine({ editor }: { editor: Editor }) {
  const label = useLabel();
  const [count, setCount] = useState<{ all: TextCount; selected?: TextCount }>();
  useEffect(() => {
    let all: TextCount | undefined;
    let timer: ReturnType<typeof setTimeout>;
    const show = () => {
      const { doc, selection } = editor.state;
      all ??= countText(textOf(doc));
      // Selected cells of a table are a range each.
      const selected = selection.ranges.map(({ $from, $to }) => textOf(doc, $from.pos, $to.pos)).join('\n');
      setCount({ all, selected: selection.empty ? undefined : countText(selected) });
    };
    const schedule = ({ transaction }: { transaction?: { docChanged: boolean } } = {}) => {
      if (transaction?.docChanged) all = undefined;
      clearTimeout(timer);
      timer = setTimeout(show, pause);
    };
    schedule();
    editor.on('update', schedule).on('selectionUpdate', schedule);
    return () => {
      clearTimeout(timer);
      editor.off('update', schedule).off('selectionUpdate', schedule);
    };
  }, [editor]);

  const words = (key: 'words' | 'selectedWords', count: number) =>
    label(key, { smart_count: count, count: count.toLocaleString('en') });
  const parts = count && [
    count.selected?.words ? words('selectedWords', count.selected.words) : undefined,
    words('words', count.all.words),
    count.all.minutes > 0 ? label('readingTime', { smart_count: count.all.minutes }) : undefined,
  ];
  return (
    <Typography
      component="p"
      variant="caption"
      color="textSecondary"
      sx={{ minHeight: '2em', px: 2, py: 0.5, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}
    >
      {parts?.filter(Boolean).join(' · ')}
    </Typography>
  );
}
