import type { MenuEntry } from '../../contract/calls/console.ts';

/** An entry of a back end's menu, as our own server answers it. */
export const menuEntry = (id: number, title: string, path: string, more: object = {}): MenuEntry => ({
  id,
  title,
  path,
  icon: '',
  background: '',
  spread: false,
  model: '',
  children: [],
  ...more,
});
