import { expect, it, vi } from 'vitest';
import { here, recall } from '../../src/early/wire.ts';

const list = (perPage: number, filter = {}) => [
  'size',
  'getList',
  { pagination: { page: 1, perPage }, sort: { field: 'sort', order: 'ASC' }, filter },
];

it('C6: a list that has learned the back end’s own page size is prepared with that alone at the next load', async () => {
  vi.resetModules();
  const { noteQuery } = await import('../../src/early/memory.ts');
  for (const query of [list(20), list(20, { col_id: 1 }), list(5)]) noteQuery(query);
  expect(recall()[here()]?.queries).toEqual([list(20, { col_id: 1 }), list(5)]);
});
