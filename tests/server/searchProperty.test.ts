import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { seeds } from '../support/seeds.ts';
import { describeEachDatabase } from '../support/server.ts';

interface Article {
  id: number;
  title: string;
  tags: string;
  sort: number;
  is_top: 0 | 1;
  col_id: number;
}
interface Page {
  data: Article[];
  total: number;
}

/** The alphabet is small, so that texts share parts: wide, narrow, upper case, two code units, patterns, quotes. */
const characters = [...'茶园春aAbB1É%_\\"\'*^é-', '🍵', '👨‍👩‍👧', '한'];
const textOf = (most: number) =>
  fc.array(fc.constantFrom(...characters, ' '), { maxLength: most }).map((parts) => parts.join(''));
const draft = fc.record({
  title: textOf(8).map((text) => `题${text}`),
  tags: textOf(6),
  sort: fc.integer({ min: -1, max: 1 }),
  is_top: fc.constantFrom(0 as const, 1 as const),
});
const asked = fc.record({
  searchKey: fc.oneof(textOf(4), fc.constantFrom('题', '茶', '题 茶', '茶园', 'a B', '🍵', '👩')),
  is_top: fc.option(fc.constantFrom(0, 1), { nil: undefined }),
  sort: fc.option(fc.constantFrom('title', 'id'), { nil: undefined }),
  order: fc.constantFrom('asc', 'desc'),
  inColumn: fc.boolean(),
});

const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const holds = ({ title, tags }: Article, searchKey: string) =>
  searchKey
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => [title, tags].some((text) => lower(text).includes(lower(word))));

const readings: Record<string, string> = { 题: 'ti ', 茶: 'cha ', 园: 'yuan ', 春: 'chun ', É: 'e', é: 'e' };
/** Titles are sorted ignoring case and marks, Han as pinyin and numbers as numbers, then by the title itself. */
const sortKeyOf = (title: string) => {
  const folded = Array.from(title, (character) => readings[character] ?? lower(character)).join('');
  return `${folded.replace(/1+/g, (run) => run.padStart(12, '0'))}\u0001${title}`;
};

/**
 * Sorts like the list. Its default order has pinned rows first. Rows of equal `sort` come newest first; other ties are
 * sorted by id, in the same direction.
 */
function inOrder(rows: Article[], sort: 'sort' | 'title' | 'id' = 'sort', order: string): Article[] {
  const sign = order === 'desc' ? -1 : 1;
  const compare = (one: Article, other: Article) =>
    sort === 'title'
      ? Buffer.compare(Buffer.from(sortKeyOf(one.title)), Buffer.from(sortKeyOf(other.title)))
      : one[sort] - other[sort];
  const isOwn = sort === 'sort' && order !== 'desc';
  return rows.toSorted(
    (one, other) =>
      (isOwn ? other.is_top - one.is_top : 0) ||
      sign * compare(one, other) ||
      (sort === 'sort' ? other.id - one.id : sign * (one.id - other.id)),
  );
}

describeEachDatabase('A search through the index', (server) => {
  let columns: { above: number; below: number };
  const kept = new Map<number, Article>();
  beforeAll(async () => {
    const add = async (title: string, pid?: number) =>
      (await server.data('base.base/addColumn', { title, model: 'article', pid })).id;
    const above = await add('above');
    columns = { above, below: await add('below', above) };
    await add('elsewhere');
  });

  /** A change that `apply` makes to the database and to the model in `kept`. */
  const change = fc.oneof(
    { weight: 3, arbitrary: fc.record({ does: fc.constant('add' as const), draft, below: fc.boolean() }) },
    fc.record({ does: fc.constant('edit' as const), draft, at: fc.nat() }),
    fc.record({ does: fc.constant('delete' as const), at: fc.nat() }),
  );
  async function apply(done: typeof change extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
    if (done.does === 'add') {
      const row = { ...done.draft, col_id: done.below ? columns.below : columns.above };
      const { id } = await server.data('base.content/addArticle', row);
      kept.set(id, { ...row, id });
      return;
    }
    const id = [...kept.keys()][done.at % kept.size];
    if (id === undefined) return;
    if (done.does === 'delete') {
      await server.data('base.content/deleteArticle', { aid: id });
      kept.delete(id);
    } else {
      await server.data('base.content/editArticle', { id, ...done.draft });
      kept.set(id, { ...(kept.get(id) as Article), ...done.draft });
    }
  }

  test('finds what a scan of every record finds, in the same order, and tells how many, whatever was changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 12 }),
        fc.array(asked, { minLength: 6, maxLength: 6 }),
        async (changes, questions) => {
          for (const done of changes) await apply(done);
          for (const { searchKey, is_top, sort, order, inColumn } of questions) {
            const page = await server.data<Page>('base.content/getContentList', {
              model: 'article',
              searchKey,
              is_top,
              order,
              limit: 100,
              ...(sort && { sort }),
              ...(inColumn && { id: columns.above }),
            });
            const wanted = [...kept.values()].filter(
              (row) => holds(row, searchKey) && (is_top === undefined || row.is_top === is_top),
            );
            const ids = inOrder(wanted, sort as 'title', order).map(({ id }) => id);
            expect({ total: page.total, ids: page.data.map(({ id }) => id) }).toEqual({
              total: ids.length,
              ids: ids.slice(0, 100),
            });
          }
        },
      ),
      { numRuns: seeds(8), seed: Number(process.env.FUZZ_SEED ?? 33) },
    );
  });
});
