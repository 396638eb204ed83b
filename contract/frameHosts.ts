/** The hosts whose pages a text may embed (`iframe`): films and maps. The item `web_frame_hosts` adds to them. */
export const frameHosts = [
  'player.bilibili.com',
  'v.qq.com',
  'player.youku.com',
  'open.iqiyi.com',
  'tv.sohu.com',
  'www.youtube.com',
  'www.youtube-nocookie.com',
  'player.vimeo.com',
  'map.baidu.com',
  'uri.amap.com',
];

/** The hosts in a list that an administrator typed. */
export const hostsIn = (typed: string): string[] =>
  typed
    .toLowerCase()
    .split(/[\s,，、]+/)
    .filter(Boolean);

/**
 * Every embedded page has these, whatever its author wrote. Players need their own origin, for their storage, and refuse
 * to play for a page that does not say its own; a frame can neither leave its place nor open a form or a dialog.
 */
export const frameAttributes = {
  sandbox: 'allow-scripts allow-same-origin allow-popups allow-presentation',
  referrerpolicy: 'strict-origin-when-cross-origin',
};
