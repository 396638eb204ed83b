import { useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { ListContextProvider } from 'ra-core';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { LatestFiltersProvider } from '../../src/list/LatestFiltersProvider.tsx';
import { ResultsOutsideScope } from '../../src/list/ResultsOutsideScope.tsx';
import { articleResource } from '../../src/resources/article.tsx';
import { fakeProvider, show } from '../support/screen.tsx';

it('C6: what a search finds in other columns is counted once after a deletion', async () => {
  const getList = vi.fn(async () => ({ data: [], total: 5 }));
  let remove = () => {};
  let finish = () => {};
  function Searched() {
    const [isFetching, setFetching] = useState(false);
    const queries = useQueryClient();
    remove = () => {
      void queries.invalidateQueries({ queryKey: ['article', 'getList'] });
      setFetching(true);
    };
    finish = () => setFetching(false);
    const list = { filterValues: { col_id: 1, searchKey: '春' }, total: 2, isFetching };
    return (
      <ListContextProvider value={list as never}>
        <LatestFiltersProvider isInAddress={false}>
          <ResultsOutsideScope resource={articleResource} scope="col_id" />
        </LatestFiltersProvider>
      </ListContextProvider>
    );
  }
  await show(<Searched />, { provider: fakeProvider({ getList: getList as never }) });
  await screen.findByText(/3/);
  await act(async () => remove());
  await act(async () => finish());
  await screen.findByText(/3/);
  await waitFor(() => expect(getList).toHaveBeenCalledTimes(2));
});
