/** A download may take an hour: it is asked so often whether the caller still may. */
const admitMs = 2000;

/**
 * Passes the bytes of a download on as long as the caller may read them.
 * @throws what `admitAgain` throws, which breaks the download off
 */
export async function* whileAdmitted(
  bytes: AsyncIterable<Buffer>,
  admitAgain: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let askedAt = performance.now();
  for await (const chunk of bytes) {
    if (performance.now() - askedAt > admitMs) {
      await admitAgain();
      askedAt = performance.now();
    }
    yield chunk;
  }
}
