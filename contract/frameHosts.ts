/** The hosts whose pages a text may embed (`iframe`): films and maps. */
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
