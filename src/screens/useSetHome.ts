import { useNotify, useRefresh } from 'ra-core';
import { setIndex } from '../../contract/calls/content.ts';
import { http } from '../services.ts';

/** Makes a column the site's home. A failure shows nothing (console.md section 8); the list then tells the truth. */
export function useSetHome() {
  const notify = useNotify();
  const refresh = useRefresh();
  return async (cid: number) => {
    try {
      await http.call(setIndex, { cid });
      notify('list.homeSet', { type: 'success' });
    } catch {
      // Nothing is said.
    }
    refresh();
  };
}
