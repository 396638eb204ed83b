import { innerHtml } from './innerHtml.ts';
import { prepare } from './prepare.ts';
import { purifiedBody } from './purify.ts';

/** HTML from the clipboard, made harmless and readable for the schema. Pictures inside of it are nowhere on the site. */
export function pasted(html: string): string {
  const body = purifiedBody(html);
  for (const image of body.querySelectorAll('img[src^="data:" i], img[src^="file:" i], img:not([src])')) image.remove();
  return innerHtml(prepare(body, false));
}
