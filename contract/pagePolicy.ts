/** Any bucket of Tencent Cloud COS, because the console cannot know the bucket of another back end. */
export const anyBucket = 'https://*.myqcloud.com';

/** For frames, because the console cannot know where another back end's pages are. */
export const anySite = 'https:';

interface Allowed {
  nonce: string;
  scripts?: string[];
  connects: (string | undefined)[];
  /** Where embedded pages and previews are shown from. */
  frames: (string | undefined)[];
}

/** No inline scripts, styles by nonce. Media may come from any host: another back end may store them anywhere. */
export function pagePolicy({ nonce, scripts = [], connects, frames }: Allowed): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    // TipTap sets text-align through style attributes, which do not work without this.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https: http:",
    "media-src 'self' https: http:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...connects].filter(Boolean).join(' '),
    ["frame-src 'self'", ...frames].filter(Boolean).join(' '),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ');
}
