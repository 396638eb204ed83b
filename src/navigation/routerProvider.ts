import { type RouterProvider, reactRouterProvider } from 'ra-core';
import { useCallback, useContext, useEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, type Location, useLocation } from 'react-router-dom';

type Navigate = ReturnType<RouterProvider['useNavigate']>;

/**
 * React Router for ra-core. A list that opens without filters in its address puts those of its last use there one rendering
 * later. If the user has followed a link meanwhile, that would lead back to the list, so it is dropped. The router is asked where it
 * is, because a router in memory, as tests have it, does not change the browser's address.
 */
export const routerProvider: RouterProvider = { ...reactRouterProvider, useNavigate: useNavigateFromCurrent };

function useNavigateFromCurrent(): Navigate {
  const navigate = reactRouterProvider.useNavigate();
  const context = useContext(DataRouterContext);
  const location = useLocation();
  const rendered = useRef(location);
  useEffect(() => {
    rendered.current = location;
  });
  return useCallback<Navigate>(
    (to, options) => {
      const current = context?.router.state.location;
      const isOfAddress = typeof to === 'object' && to.pathname === undefined;
      if (current && isOfAddress && isLeft(rendered.current, current, options?.replace)) return;
      navigate(to, options);
    },
    [navigate, context],
  );
}

/** A list's own changes follow each other faster than they are rendered, but only a first one replaces the address. */
const isLeft = (rendered: Location, current: Location, isReplacing = false) =>
  rendered.pathname !== current.pathname || (isReplacing && rendered.key !== current.key);
