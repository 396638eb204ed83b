import type { Theme } from '@mui/material';
import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useLayoutEffect, useRef } from 'react';
import type { Field } from '../../contract/fields.ts';
import type { Kind } from '../../contract/kinds.ts';
import { ComparedValue } from '../fields/compare/ComparedValue.tsx';
import type { Param } from '../fields/params/useColumnParams.ts';
import { diffHtml } from './diffHtml.ts';
import { type DiffPart, diffWords } from './words.ts';

type Values = Record<string, unknown>;

interface Props {
  field: Field;
  name: string;
  before: Values;
  after: Values;
  titles: { before: string; after: string };
  params: Param[] | undefined;
}

const texts: readonly Kind[] = ['text', 'longtext', 'slug'];

/** One field of two versions: side by side, texts by words; a body as one formatted text with what came and went. */
export function VersionDifference({ field, name, before, after, titles, params }: Props) {
  if (field.kind === 'html') return <Body before={text(before[name])} after={text(after[name])} />;
  const parts = texts.includes(field.kind) ? diffWords(text(before[name]), text(after[name])) : undefined;
  const side = (own: 'before' | 'after') =>
    parts ? (
      <Words parts={parts} without={own === 'before' ? 'ins' : 'del'} />
    ) : (
      <ComparedValue
        field={field}
        name={name}
        params={params}
        values={own === 'before' ? before : after}
        others={own === 'before' ? after : before}
      />
    );
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 3, rowGap: 1 }}>
      {(['before', 'after'] as const).map((own) => (
        <Box key={own} sx={[{ minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }, changeStyle]}>
          <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{titles[own]}</Box>
          {side(own)}
        </Box>
      ))}
    </Box>
  );
}

const text = (value: unknown) => String(value ?? '');

function Words({ parts, without }: { parts: DiffPart[]; without: 'ins' | 'del' }) {
  const translate = useTranslate();
  const shown = parts.filter(({ change }) => change !== without);
  if (shown.every((part) => part.text === ''))
    return <Box sx={{ color: 'text.secondary' }}>{translate('log.nothing')}</Box>;
  return shown.map(({ text: words, change: Change }, at) => {
    const key = `${at} ${Change ?? ''}`;
    return Change ? <Change key={key}>{words}</Change> : <span key={key}>{words}</span>;
  });
}

function Body({ before, after }: { before: string; after: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => ref.current?.replaceChildren(diffHtml(before, after)), [before, after]);
  return <Box ref={ref} sx={[bodyStyle, changeStyle]} />;
}

const changeStyle = ({ palette: { mode, success, error, warning } }: Theme) => {
  const tint = (color: string) => `color-mix(in srgb, ${color} ${mode === 'dark' ? 34 : 18}%, transparent)`;
  return {
    '& ins': { bgcolor: tint(success.main), textDecoration: 'underline', textDecorationThickness: '1px' },
    '& del': { bgcolor: tint(error.main), textDecoration: 'line-through' },
    '& [data-block]': { display: 'block' },
    '& ins img': { outline: `3px solid ${success.main}` },
    '& del img': { outline: `3px solid ${error.main}`, opacity: 0.7 },
    '& [data-changed]': { outline: `1px dashed ${warning.main}`, outlineOffset: 2 },
  };
};

const bodyStyle = {
  maxHeight: 'min(70vh, 800px)',
  overflow: 'auto',
  overflowWrap: 'anywhere',
  p: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  // Styles of the text cannot paint outside of its box.
  contain: 'paint',
  '& img, & video': { maxWidth: '100%', height: 'auto' },
  '& table': { borderCollapse: 'collapse' },
  '& td, & th': { border: 1, borderColor: 'divider', px: 1, py: 0.5 },
} as const;
