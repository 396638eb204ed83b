/** Any bucket of Tencent Cloud COS: only another back end knows which one is its own. */
export const anyBucket = 'https://*.myqcloud.com';

interface Allowed {
  nonce: string;
  /** `script-src` beside the page's own host. */
  scripts?: string[];
  /** What it may call and send files to beside its own host. */
  connects: (string | undefined)[];
}

/**
 * The content security policy of the console: no inline script at all, styles by nonce. Pictures,
 * films and sounds may come from every host, so from another back end as well.
 */
export function pagePolicy({ nonce, scripts = [], connects }: Allowed): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    // TipTap sets text-align through style attributes; without this it loses them.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https: http:",
    "media-src 'self' https: http:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...connects].filter(Boolean).join(' '),
    'frame-src https:',
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ');
}
