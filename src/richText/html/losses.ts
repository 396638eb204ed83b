import { parseBody } from './isLosslessRoundTrip.ts';

/** Something of the original that the produced HTML lacks: elements or attributes by name, else what is left to say. */
export type Loss = { what: string; count: number } | 'text' | 'structure';

/** What is lost between two texts of which `isKept` says no; never empty. */
export function losses(original: string, produced: string): Loss[] {
  const [before, after] = [parseBody(original), parseBody(produced)];
  const elements = missing(tagsOf(before), tagsOf(after)).map(({ what, count }) => ({ what: `<${what}>`, count }));
  if (elements.length > 0) return elements;
  const attributes = missing(attributesOf(before), attributesOf(after));
  if (attributes.length > 0) return attributes;
  return [textOf(before) === textOf(after) ? 'structure' : 'text'];
}

function missing(before: string[], after: string[]) {
  const count = (names: string[], name: string) => names.filter((other) => other === name).length;
  return [...new Set(before)]
    .map((what) => ({ what, count: count(before, what) - count(after, what) }))
    .filter((loss) => loss.count > 0);
}

const all = (body: HTMLElement) => [...body.querySelectorAll('*')];
const tagsOf = (body: HTMLElement) => all(body).map((element) => element.localName);
const attributesOf = (body: HTMLElement) => all(body).flatMap((element) => element.getAttributeNames());
const textOf = (body: HTMLElement) => body.textContent?.replace(/\s+/g, '');
