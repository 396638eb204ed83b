import { act, render } from '@testing-library/react';
import { RouterProviderContext, useNavigate } from 'ra-core';
import { useEffect } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { routerProvider } from '../../src/navigation/routerProvider.ts';

function openList() {
  let navigate: ReturnType<typeof useNavigate> = () => undefined;
  function List() {
    const current = useNavigate();
    useEffect(() => {
      navigate = current;
    });
    return null;
  }
  const routes = [
    { path: '/list', element: <List /> },
    { path: '/other', element: null },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/list'] });
  render(
    <RouterProviderContext.Provider value={routerProvider}>
      <RouterProvider router={router} />
    </RouterProviderContext.Provider>,
  );
  return { router, navigate: (...args: Parameters<typeof navigate>) => navigate(...args) };
}
const addressOf = ({ state: { location } }: ReturnType<typeof openList>['router']) =>
  location.pathname + location.search;

it('a list that puts its filters into its address does not lead back from a screen that was opened meanwhile', () => {
  const { router, navigate } = openList();
  act(() => {
    router.navigate('/other');
    navigate({ search: '?page=2' }, { replace: true });
    navigate({ search: '?page=3' });
  });
  expect(addressOf(router)).toBe('/other');
});

it('a list that puts its filters into its address does not take back those that a link chose meanwhile', () => {
  const { router, navigate } = openList();
  act(() => {
    router.navigate('/list?filter=chosen');
    navigate({ search: '?filter=stored' }, { replace: true });
  });
  expect(addressOf(router)).toBe('/list?filter=chosen');
});

it('changes of a list that follow each other faster than they are shown all count, and so do links', () => {
  const { router, navigate } = openList();
  act(() => {
    navigate({ search: '?page=2' });
    navigate({ search: '?page=3' });
  });
  expect(addressOf(router)).toBe('/list?page=3');
  act(() => {
    router.navigate('/list');
    navigate('/other');
  });
  expect(addressOf(router)).toBe('/other');
});
