const small = 64 * 1024; // characters; shorter texts need no check
const most = 200_000;
const perMember = 20; // an object member costs as much as this many list values
const [quote, backslash, colon, comma] = [34, 92, 58, 44];
const [list, listEnd, object, objectEnd] = [91, 93, 123, 125];

/** Whether parsing would block other requests: 10,000 object members or 200,000 other values take some 20 ms. */
export function isTooManyValues(text: string): boolean {
  if (text.length < small) return false;
  let cost = 0;
  for (let at = 0; at < text.length && cost <= most; at++) {
    const character = text.charCodeAt(at);
    if (character === quote) at = endOfString(text, at + 1);
    else if (character === colon) cost += perMember;
    else if (character === comma || character === list || character === object) cost++;
  }
  return cost > most;
}

function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === backslash) at++;
    else if (character === quote) return at;
  }
  return text.length;
}

export const deepestJson = 100;

/** From some 4,000 levels on, nothing can serialise lists and objects again. */
export function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === quote) at = endOfString(text, at + 1);
    else if (character === list || character === object) {
      if (++depth > deepestJson) return true;
    } else if (character === listEnd || character === objectEnd) depth--;
  }
  return false;
}
