/** Everything that depends on the kind (codecs, schemas, storage, inputs, columns) is a record keyed by `Kind`. */

export const imageFields = {
  url: { kind: 'image' },
  title: { kind: 'text' },
  intro: { kind: 'text' },
  sort: { kind: 'int', filled: true, default: 0 },
} as const;
export const fileFields = {
  title: { kind: 'text' },
  url: { kind: 'file' },
  size: { kind: 'int', filled: true, min: 0, default: 0 },
  ext: { kind: 'text' },
  extract_code: { kind: 'text' },
} as const;
type Item<F extends Record<string, { kind: Kind }>> = {
  -readonly [N in keyof F]: NonNullable<KindValues[F[N]['kind']]>;
};
export type ImageItem = Item<typeof imageFields>;
export type FileItem = Item<typeof fileFields>;

/**
 * The console and the server use the same values. Times are ISO 8601 UTC, money is a decimal string with two places.
 */
export interface KindValues {
  text: string;
  longtext: string;
  html: string;
  slug: string;
  password: string;
  image: string;
  file: string;
  choice: string | number;
  int: number | null;
  money: string | null;
  ref: number | null;
  refs: number[];
  flag: 0 | 1;
  bool: boolean;
  time: string | null;
  images: ImageItem[];
  files: FileItem[];
  items: Record<string, unknown>[];
  params: Record<string, unknown>;
  json: unknown;
}
export type Kind = keyof KindValues;

/** The only time format on the wire and in the database: `2026-11-21T09:30:00Z`, 20 characters. */
export function toIsoSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
