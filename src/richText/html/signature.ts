import { declarations } from './style.ts';
import { isMark } from './tags.ts';

const spelled: Record<string, (value: string) => string> = {
  style: (value) =>
    declarations(value)
      .map((declaration) => declaration.join(':'))
      .join(';'),
  class: (value) => value.trim().replace(/\s+/g, ' '),
  colspan: (value) => (value === '1' ? '' : value),
  rowspan: (value) => (value === '1' ? '' : value),
};

/** An element without its content, the same however its attributes are ordered and its styles are spaced. */
export function signature(element: Element): string {
  const attributes = [...element.attributes].flatMap(({ name, value }) => {
    const text = spelled[name]?.(value) ?? value;
    return name in spelled && text === '' ? [] : [`${name}=${JSON.stringify(text)}`];
  });
  return [element.localName, ...attributes.sort()].join(' ');
}

const joining = new Set(['style', 'color', 'face', 'size', 'href', 'target', 'rel', 'title', 'lang']);
const joiningStyle = /^(color|background(-color)?|font.*|line-height|letter-spacing|word-.*|text-.*)$/;

/** Whether two such elements side by side may become one: not with a class (badges), nor nested in their like (`big` adds up). */
export function joins(element: Element): boolean {
  const plain = [...element.attributes].every(({ name, value }) =>
    name === 'style' ? declarations(value).every(([property]) => joiningStyle.test(property)) : joining.has(name),
  );
  return plain && !hasTwinAbove(element);
}

function hasTwinAbove(element: Element): boolean {
  const own = signature(element);
  for (let above = element.parentElement; isMark(above); above = above.parentElement)
    if (signature(above) === own) return true;
  return false;
}
