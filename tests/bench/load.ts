import autocannon from 'autocannon';

export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
}

const connections = 10;

/** Requests of one kind, from 10 connections, for `seconds`; a warm-up of a second goes before. A function makes each body. */
export async function load(
  url: string,
  seconds: number,
  headers: Record<string, string> = {},
  body?: string | (() => string),
): Promise<Load> {
  const request = {
    url,
    connections,
    headers,
    ...(typeof body === 'function'
      ? { requests: [{ setupRequest: (made: autocannon.Request) => ({ ...made, body: body() }) }] }
      : { body }),
    method: body === undefined ? ('GET' as const) : ('POST' as const),
  };
  await autocannon({ ...request, duration: 1 });
  const result = await autocannon({ ...request, duration: seconds });
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  };
}
