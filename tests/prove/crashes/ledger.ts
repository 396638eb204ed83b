/** The writes of one writer that were acknowledged, and so what the site must hold. */
export interface Ledger {
  articles: Map<number, WrittenArticle>;
  sizes: Map<number, WrittenSize>;
  /** The address and the content of each file, by id. */
  files: Map<number, { url: string; content: string; writes: number }>;
  /** Records that were written since they were last compared. */
  touched: Set<string>;
  acknowledged: number;
}

export interface WrittenArticle {
  title: string;
  subtitle: string;
  source: string;
  content: string;
  isDeleted: boolean;
  /** The subtitle of the working copy, and the digest that publishes it. */
  copy: { subtitle: string; digest: string } | undefined;
  /** Acknowledged writes of the record itself: each has a version and a row of the operation log. */
  writes: number;
}

interface WrittenSize {
  title: string;
  isGone: boolean;
  writes: number;
}

export const newLedger = (): Ledger => ({
  articles: new Map(),
  sizes: new Map(),
  files: new Map(),
  touched: new Set(),
  acknowledged: 0,
});
