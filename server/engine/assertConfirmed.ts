import { CallError } from '../core/errors.ts';
import type { Caller } from './callContext.ts';

/**
 * For what a stolen session must not do. Programs pass: they cannot be asked, and their token was made under a confirmation.
 * @throws CallError `confirm_needed` if the caller has not proved its identity within ten minutes (`confirmed` of a call)
 */
export function assertConfirmed({ admin }: Pick<Caller, 'admin'>): void {
  if (admin && !admin.isConfirmed) throw new CallError('confirm_needed');
}
