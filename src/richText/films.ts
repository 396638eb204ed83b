import type { EditorView } from '@tiptap/pm/view';
import { frameAttributes } from '../../contract/frameHosts.ts';
import { openBody } from './html/openBody.ts';

interface FilmSite {
  /** Host and path of a film's page; its groups are handed to `frame`. */
  page: RegExp;
  frame: (groups: string[], query: URLSearchParams) => string | undefined;
}

const withQuery = (address: string, query: Record<string, string | null | undefined>) => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `${address}?${new URLSearchParams(given)}` : address;
};

const youTube = (id: string | null | undefined, query: URLSearchParams) =>
  id && /^[\w-]{6,20}$/.test(id)
    ? withQuery(`https://www.youtube-nocookie.com/embed/${id}`, { start: /^\d+/.exec(query.get('t') ?? '')?.[0] })
    : undefined;

const sites: FilmSite[] = [
  {
    page: /^(?:(?:www|m)\.)?bilibili\.com\/video\/(?:(BV\w{10})|av(\d+))\/?$/i,
    frame: ([bvid, aid], query) => {
      const part = /^\d+$/.exec(query.get('p') ?? '')?.[0];
      return withQuery('https://player.bilibili.com/player.html', { bvid, aid, p: part, autoplay: '0' });
    },
  },
  {
    page: /^v\.youku\.com\/v_show\/id_(\w+={0,2})\.html$/,
    frame: ([id]) => `https://player.youku.com/embed/${id}`,
  },
  {
    page: /^(?:m\.)?v\.qq\.com\/x\/(?:page|cover\/\w+)\/(\w{8,20})\.html$/,
    frame: ([vid]) => withQuery('https://v.qq.com/txp/iframe/player.html', { vid }),
  },
  {
    page: /^(?:(?:www|m)\.)?youtube\.com\/(?:watch|(?:shorts|live|embed)\/([\w-]+))\/?$/,
    frame: ([id], query) => youTube(id ?? query.get('v'), query),
  },
  { page: /^youtu\.be\/([\w-]+)$/, frame: ([id], query) => youTube(id, query) },
  {
    page: /^(?:www\.)?vimeo\.com\/(?:channels\/[\w-]+\/)?(\d+)(?:\/([0-9a-f]+))?\/?$/,
    frame: ([id, h]) => withQuery(`https://player.vimeo.com/video/${id}`, { h }),
  },
];

/**
 * The address of the player for the address of a film's page; undefined where it is none of a known host.
 * @param hosts whose pages are embedded as they are
 */
export function filmFrame(address: string, hosts: readonly string[] = []): string | undefined {
  const url = /^https?:\/\/\S+$/i.test(address) ? URL.parse(address) : null;
  if (!url || url.port || url.username) return undefined;
  if (url.protocol === 'https:' && hosts.includes(url.hostname)) return url.href;
  for (const { page, frame } of sites) {
    const [match, ...groups] = page.exec(url.host + url.pathname) ?? [];
    if (match) return frame(groups, url.searchParams);
  }
  return undefined;
}

/** Embeds it in place of the selection, as a block of its own. */
export function insertFrame(view: EditorView, frame: string): void {
  const iframe = document.createElement('iframe');
  iframe.setAttribute('src', frame);
  // As the server writes it, so that the editor need not read it anew after a save.
  iframe.setAttribute('style', 'width:100%;aspect-ratio:16 / 9;border:0');
  iframe.setAttribute('allowfullscreen', '');
  for (const [name, value] of Object.entries(frameAttributes)) iframe.setAttribute(name, value);
  const [node] = openBody(`<p>${iframe.outerHTML}</p>`, view.state.schema).doc.children;
  const { from, to } = view.state.selection;
  if (node) view.dispatch(view.state.tr.replaceRangeWith(from, to, node).scrollIntoView());
}
