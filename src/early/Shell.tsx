import { createElement, type ReactNode } from 'react';

interface Props {
  of: 'frame' | 'signIn';
}

/** What stands in an element of the page, as React's own elements; the shells are made of classes alone. */
const within = (element: Element): ReactNode[] =>
  [...element.children].map((child) =>
    createElement(child.localName, { key: child.className, className: child.className }, within(child)),
  );

/** The page's own shells (index.html), taken before React replaces them. */
const shells = new Map(
  [...document.querySelectorAll<HTMLElement>('#root > [data-shell]')].map((shell) => [
    shell.dataset.shell,
    within(shell),
  ]),
);

/** What the page showed before any script ran, while a chunk is on its way. */
export const Shell = ({ of }: Props) => <div data-shell={of}>{shells.get(of)}</div>;
