/** `innerHTML`, with the line break that a parser takes away at the start of a `pre` (HTML standard, 13.2.6.4.7) put back. */
export function innerHtml(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const pre of copy.querySelectorAll('pre')) if (pre.textContent?.startsWith('\n')) pre.prepend('\n');
  return copy.innerHTML;
}
