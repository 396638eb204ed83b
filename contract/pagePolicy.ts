/** Any bucket of Tencent Cloud COS, because the console cannot know the bucket of another back end. */
export const anyBucket = 'https://*.myqcloud.com';

/** For frames, because the console cannot know where another back end's pages are. */
export const anySite = 'https:';

/**
 * Whether a text is one source of a Content-Security-Policy: a scheme, or an origin whose host may begin with `*.`. A host of
 * `URL` may hold `;` and `,`, which would begin directives of their own (W3C CSP Level 3, 2.2.1).
 */
export const isSource = (source: string | undefined): source is string =>
  /^https?:(\/\/(\*\.)?([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d+)?)?$/i.test(source ?? '');

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
    ["connect-src 'self'", ...connects.filter(isSource)].join(' '),
    ["frame-src 'self'", ...frames.filter(isSource)].join(' '),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ');
}
