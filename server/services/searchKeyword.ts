/** The parameters in which search engines carry what was searched for, by the end of their host name. */
const engines: [RegExp, string[]][] = [
  [/(^|\.)baidu\.com$/, ['wd', 'word', 'kw']],
  [/(^|\.)(google|bing)\.[a-z.]+$/, ['q']],
  [/(^|\.)sogou\.com$/, ['query', 'keyword']],
  [/(^|\.)(so\.com|sm\.cn|duckduckgo\.com|ecosia\.org)$/, ['q']],
  [/(^|\.)toutiao\.com$/, ['keyword']],
  [/(^|\.)yandex\.[a-z]+$/, ['text']],
  [/(^|\.)yahoo\.[a-z.]+$/, ['p']],
];

/** What a visitor looked for where a search engine sent them; empty where none did, or it does not say. */
export function searchKeyword(referer: string): string {
  if (!URL.canParse(referer)) return '';
  const { hostname, searchParams } = new URL(referer);
  const names = engines.find(([host]) => host.test(hostname))?.[1] ?? [];
  return names.map((name) => searchParams.get(name)).find(Boolean) ?? '';
}
