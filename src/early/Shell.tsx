interface Props {
  of: 'frame' | 'signIn';
}

/** The page's own shells (index.html), taken before React replaces them. */
const shells = new Map(
  [...document.querySelectorAll<HTMLElement>('#root > [data-shell]')].map((shell) => [
    shell.dataset.shell,
    shell.innerHTML,
  ]),
);

/** What the page showed before any script ran, while a chunk is on its way. */
export function Shell({ of }: Props) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is our own page's
  return <div data-shell={of} dangerouslySetInnerHTML={{ __html: shells.get(of) ?? '' }} />;
}
