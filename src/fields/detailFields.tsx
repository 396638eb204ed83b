import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ComponentType } from 'react';
import type { FileItem, ImageItem, Kind } from '../../contract/kinds.ts';
import type { ShowProps } from '../declaration/common.ts';
import { fileUrl } from '../services/backEnd.ts';
import { sizes } from '../theme/index.ts';
import { listFields } from './listFields.tsx';
import { RefTitle } from './RefTitle.tsx';

const Text = ({ name, record }: ShowProps) => (
  <Box component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {String(record[name] ?? '')}
  </Box>
);

const withoutTags = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
const Html = ({ name, record, field }: ShowProps) => (
  <Text name={name} field={field} record={{ id: record.id, [name]: withoutTags(String(record[name] ?? '')) }} />
);

function Flag({ name, record }: ShowProps) {
  const translate = useTranslate();
  return <>{translate(Number(record[name]) ? 'form.on' : 'form.off')}</>;
}

const Reference = ({ field, name, record }: ShowProps) => (
  <RefTitle entity={field.entity ?? ''} id={Number(record[name]) || null} />
);
const References = ({ field, name, record }: ShowProps) =>
  ((record[name] as number[] | null) ?? []).map((id, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <RefTitle entity={field.entity ?? ''} id={id} />
    </span>
  ));

/** Counts earlier pictures with the same URL, so that keys are unique. */
const keyOf = ({ url }: ImageItem, before: ImageItem[]) =>
  `${before.filter((other) => other.url === url).length} ${url}`;
const Images = ({ name, record }: ShowProps) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
    {((record[name] as ImageItem[] | null) ?? []).map((image, at, images) => (
      <Box
        key={keyOf(image, images.slice(0, at))}
        component="img"
        src={fileUrl(image.url)}
        alt={image.title}
        sx={{ width: sizes.thumbnail, height: sizes.thumbnail, objectFit: 'cover', borderRadius: 0.5 }}
      />
    ))}
  </Box>
);
const Files = ({ name, record }: ShowProps) => (
  <>{((record[name] as FileItem[] | null) ?? []).map(({ title, url }) => title || url).join(', ')}</>
);

export const Code = ({ name, record }: ShowProps) => {
  const value = record[name];
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2);
  return (
    <Box
      component="pre"
      // Makes it scrollable by keyboard.
      tabIndex={0}
      sx={{
        m: 0,
        p: 1.5,
        borderRadius: 1,
        bgcolor: 'action.hover',
        fontFamily: 'monospace',
        fontSize: 'caption.fontSize',
        overflow: 'auto',
        maxHeight: '50vh',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {text}
    </Box>
  );
};

export const detailFields: Record<Kind, ComponentType<ShowProps>> = {
  ...listFields,
  text: Text,
  longtext: Text,
  html: Html,
  slug: Text,
  file: Text,
  ref: Reference,
  refs: References,
  flag: Flag,
  bool: Flag,
  images: Images,
  files: Files,
  items: Code,
  params: Code,
  json: Code,
};
