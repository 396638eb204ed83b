/** The back end's sentence to each reply, beside the reply's data: some screens show it (docs/contract.md, "Failures"). */
const sentences = new WeakMap<object, string>();

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null;

export function attachMessage<T>(data: T, sentence: string | undefined): T {
  if (isObject(data) && sentence) sentences.set(data, sentence);
  return data;
}

/** What the back end said with the reply that this is, or that this record was made of. */
export function replyMessageOf(data: unknown): string | undefined {
  return isObject(data) ? sentences.get(data) : undefined;
}
