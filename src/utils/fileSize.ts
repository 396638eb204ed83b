const units = ['B', 'KB', 'MB', 'GB'];

/** A number of bytes as one reads it; empty where it is not known. */
export function sizeText(bytes: unknown): string {
  const n = Number(bytes ?? 0);
  if (!(n > 0)) return '';
  const unit = Math.min(Math.floor(Math.log(n) / Math.log(1024)), units.length - 1);
  return `${Math.round((n / 1024 ** unit) * 100) / 100} ${units[unit]}`;
}

/** Reads `12.5 MB`, `800k` or `2048`; undefined where that is no size. */
export function readSize(text: string): number | undefined {
  if (text.trim() === '') return 0;
  const [, number, letter = ''] = /^\s*(\d+(?:\.\d+)?)\s*([kmg])?i?b?\s*$/i.exec(text) ?? [];
  const power = ['', 'k', 'm', 'g'].indexOf(letter.toLowerCase());
  return number === undefined ? undefined : Math.round(Number(number) * 1024 ** power);
}
