const longestName = 200;

/** A client's file name for display: without path and control characters. */
export function plainName(sent: string | undefined): string {
  const last = (sent ?? '').split(/[\\/]/).pop() ?? '';
  const name = last.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '').trim();
  if (name.length <= longestName) return name;
  const ext = /\.\w{1,8}$/.exec(name)?.[0] ?? '';
  return name.slice(0, longestName - ext.length) + ext;
}
