import { CallError } from '../errors.ts';
import type { CallContext } from '../unit.ts';
import { configValues } from './config.ts';

type Handler = (context: CallContext, params: never) => Promise<unknown>;

/** The same calls, refused while the site is closed. */
export function openSite<H extends Record<string, Handler>>(handlers: H): H {
  const guarded = Object.entries(handlers).map(([path, handler]) => {
    const call: Handler = async (context, params) => {
      const { web_status, web_status_text } = await configValues(context.db, ['web_status', 'web_status_text']);
      if (web_status === '0') throw new CallError('site_closed', { text: web_status_text });
      return handler(context, params);
    };
    return [path, call];
  });
  return Object.fromEntries(guarded) as H;
}
