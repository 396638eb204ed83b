import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useAll } from '../fields/useAll.ts';
import { useWebInfo } from '../navigation/siteBrand.tsx';
import { fileUrl } from '../services/backEnd.ts';
import { features } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { cutToWidth, shownWidths } from './textWidth.ts';

interface Result {
  title: string;
  description: string;
  site: string;
  place: string;
  image: string;
}

const names = ['title', 'seo_title', 'description', 'content', 'share_img', 'org_img', 'slug', 'col_id'] as const;

/** The record as search engines and WeChat would show it, from what stands in the form. */
export function SeoPreview() {
  const translate = useTranslate();
  const result = useResult();
  if (!features.offers({ extension: 'seo' })) return null;
  return (
    <Box component="section" aria-label={translate('seo.preview')} sx={{ mt: 3 }}>
      <Typography component="h3" sx={{ mb: 1, fontWeight: 600 }}>
        {translate('seo.preview')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(280px, 100%), 1fr))' }}>
        <Baidu {...result} />
        <Google {...result} />
        <WeChat {...result} />
      </Box>
      <Typography variant="caption" color="text.secondary" component="p" sx={{ mt: 1 }}>
        {translate('seo.previewHint')}
      </Typography>
    </Box>
  );
}

function useResult(): Result {
  const values = useWatch({ name: [...names] }) as unknown[];
  const text = (name: (typeof names)[number]) => String(values[names.indexOf(name)] ?? '').trim();
  const { data: columns = [] } = useAll('column');
  const site = useWebInfo().web_title;
  const column = columns.find(({ id }) => String(id) === text('col_id'))?.title ?? '';
  return {
    title: cutToWidth(text('seo_title') || text('title') || '…', shownWidths.title),
    description: cutToWidth(text('description') || beginningOf(text('content')), shownWidths.description),
    site,
    place: [site, column, text('slug')].filter(Boolean).join(' › '),
    image: text('share_img') || text('org_img'),
  };
}

/** Engines take the beginning of the body where there is no description. */
function beginningOf(html: string): string {
  const body = new DOMParser().parseFromString(html.slice(0, 4000), 'text/html').body.textContent ?? '';
  return body.replace(/\s+/g, ' ').trim();
}

const card = { border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, minWidth: 0 } as const;
const lines = (n: number) => ({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: n,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
});

function Heading({ name }: { name: string }) {
  const translate = useTranslate();
  return (
    <Typography variant="caption" color="text.secondary" component="h4" sx={{ mb: 0.5 }}>
      {translate(`seo.${name}`)}
    </Typography>
  );
}

const Title = ({ children }: { children: string }) => (
  <Typography color="primary" sx={{ fontSize: 'h2.fontSize', lineHeight: 1.4, ...lines(2) }}>
    {children}
  </Typography>
);

/** An address without a picture behind it shows none, as there. */
function Picture({ src }: { src: string }) {
  const [broken, setBroken] = useState('');
  if (!src || src === broken) return null;
  return (
    <Box
      component="img"
      src={fileUrl(src)}
      alt=""
      onError={() => setBroken(src)}
      sx={{ width: sizes.preview, height: sizes.preview * 0.75, objectFit: 'cover', borderRadius: 0.5, flexShrink: 0 }}
    />
  );
}

const Baidu = ({ title, description, image, place }: Result) => (
  <Box sx={card}>
    <Heading name="baidu" />
    <Title>{title}</Title>
    <Box sx={{ display: 'flex', gap: 1, mt: 0.5 }}>
      <Picture src={image} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={lines(3)}>
          {description}
        </Typography>
        <Typography variant="caption" color="text.secondary" sx={lines(1)}>
          {place}
        </Typography>
      </Box>
    </Box>
  </Box>
);

const Google = ({ title, description, place }: Result) => (
  <Box sx={card}>
    <Heading name="google" />
    <Typography variant="caption" color="text.secondary" sx={lines(1)}>
      {place}
    </Typography>
    <Title>{title}</Title>
    <Typography variant="body2" sx={{ mt: 0.5, ...lines(3) }}>
      {description}
    </Typography>
  </Box>
);

const WeChat = ({ title, description, image, site }: Result) => (
  <Box sx={card}>
    <Heading name="wechat" />
    <Typography sx={{ fontWeight: 600, ...lines(2) }}>{title}</Typography>
    <Box sx={{ display: 'flex', gap: 1, mt: 0.5, justifyContent: 'space-between' }}>
      <Typography variant="body2" color="text.secondary" sx={lines(3)}>
        {description}
      </Typography>
      <Picture src={image} />
    </Box>
    <Typography
      variant="caption"
      color="text.secondary"
      sx={{ borderTop: 1, borderColor: 'divider', mt: 1, pt: 0.5, display: 'block' }}
    >
      {site}
    </Typography>
  </Box>
);
