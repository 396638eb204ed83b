import type { Call, Params, Returned } from '../../contract/call.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { isCallMissing, rememberMissingCall } from '../early/wire.ts';
import { features, http, session } from './services.ts';

/**
 * For a call that a back end without extensions may lack, such as one whose path console.md leaves open.
 * @returns undefined where it is not answered, after which it is not asked again in this visit
 */
export async function callIfThere<C extends Call>(call: C, signal?: AbortSignal): Promise<Returned<C> | undefined> {
  const token = session.token();
  if (!features.isExtended() && isCallMissing(call.path, token)) return undefined;
  try {
    return await http.call(call, {} as Params<C>, signal);
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    // Some back ends answer this call only to somebody who is signed in.
    const needsSignIn = !token && error.status === 401;
    if (!error.isCallMissing && !needsSignIn) throw error;
    // Also while it is not known yet which extensions there are.
    rememberMissingCall(call.path, token);
    if (features.isExtended()) throw error;
    return undefined;
  }
}
