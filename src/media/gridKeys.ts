import type { KeyboardEvent } from 'react';

/** Moves the focus among the tiles of a grid by the arrows, Home and End. */
export function gridKeys(event: KeyboardEvent<HTMLElement>): void {
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile]')];
  const at = tiles.indexOf(document.activeElement as HTMLElement);
  if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const top = (tile: HTMLElement | undefined) => tile?.getBoundingClientRect().top;
  const columns = tiles.findIndex((tile) => top(tile) !== top(tiles[0]));
  const inRow = columns < 1 ? tiles.length : columns;
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + inRow, ArrowUp: at - inRow, Home: 0, End: -1 }[
    event.key
  ];
  if (to === undefined) return;
  event.preventDefault();
  (event.key === 'End' ? tiles.at(-1) : tiles[to])?.focus();
}
