/** The back end's message for each reply, by the reply's data. Some screens show it (docs/contract.md, "Failures"). */
const sentences = new WeakMap<object, string>();

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null;

export function attachMessage<T>(data: T, sentence: string | undefined): T {
  if (isObject(data) && sentence) sentences.set(data, sentence);
  return data;
}

/** The back end's message that came with this reply, or with the reply that this record was read from. */
export function replyMessageOf(data: unknown): string | undefined {
  return isObject(data) ? sentences.get(data) : undefined;
}
