import type { Fragment, Node } from '@tiptap/pm/model';
import { fileUrl } from '../../services/backEnd.ts';
import type { PreservedAttributes } from '../schema/preservedAttributes.ts';

/** Our own addresses have this form, whichever host they are served from: the site's, a bucket's or its domain. */
const own = /^\/upload\/([0-9a-f]{12}\/)?\d{4}\/\d\d\/\d\d\/[\w-]{20,}\.\w+$/;

function isRemote(src: string): boolean {
  if (!/^(https?:)?\/\//i.test(src)) return false;
  const url = URL.parse(src, location.href);
  const hosts = [location.host, new URL(fileUrl('/'), location.href).host];
  return url !== null && !hosts.includes(url.host) && !own.test(url.pathname);
}

export const sourceOf = (node: Node): string =>
  node.type.name === 'image' ? ((node.attrs.preserved as PreservedAttributes | undefined)?.src ?? '') : '';

/** The addresses of the pictures in a text that are on other sites, each once. */
export function remotePictures(content: Node | Fragment): string[] {
  const found = new Set<string>();
  content.descendants((node) => {
    const src = sourceOf(node);
    if (isRemote(src)) found.add(src);
  });
  return [...found];
}
