const two = (value: number) => String(value).padStart(2, '0');

/** A time as `2026-11-21 09:30` in the browser's zone. */
export function localTime(date: Date): string {
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

const spelling = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]*(\d{1,2})[:：](\d{1,2}))?$/;

/** Reads what one types for a time: the same, or as `2026/1/5`, `2026年1月5日 9:30`; undefined where there is no such time. */
export function readLocalTime(text: string): Date | undefined {
  const found = spelling.exec(text.trim());
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = found.slice(1).map((part) => Number(part ?? 0));
  const date = new Date(year, month - 1, day, hour, minute);
  // Else the 31st of February would be the 3rd of March.
  const isThere = date.getMonth() === month - 1 && date.getDate() === day && hour < 24 && minute < 60;
  return isThere && year > 0 ? date : undefined;
}
