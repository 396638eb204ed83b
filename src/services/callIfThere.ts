import type { Call, Params, Returned } from '../../contract/call.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { isAbsent, noteAbsent } from '../early/wire.ts';
import { features, http, session } from './services.ts';

/** Whether the back end answered, but not with what was asked for. A dead token and too many calls say nothing of the call. */
const isRefused = (error: unknown) =>
  error instanceof CallFailure && ((!error.isLost && ![401, 429].includes(error.status)) || error.isForeign);

/**
 * For a call that a back end without extensions may lack, such as one whose path console.md leaves open.
 * @returns undefined where it is not answered, after which it is not asked again in this visit
 */
export async function callIfThere<C extends Call>(call: C, signal?: AbortSignal): Promise<Returned<C> | undefined> {
  const token = session.token();
  if (!features.isExtended() && isAbsent(call.path, token)) return undefined;
  try {
    return await http.call(call, {} as Params<C>, signal);
  } catch (error) {
    if (!isRefused(error)) throw error;
    // Also while it is not known yet which extensions there are.
    noteAbsent(call.path, token);
    if (features.isExtended()) throw error;
    return undefined;
  }
}
