/** For failures that a test does not expect. */
export function rethrow(error: Error): never {
  throw error;
}
