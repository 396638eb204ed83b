import type { Call } from '../../contract/call.ts';
import type { Features } from '../features.ts';
import { respell } from '../foreign/respell.ts';
import { attachMessage, openEnvelope } from './envelope.ts';
import { readData } from './replies.ts';

/** The data of a reply, by the kinds of the call's fields. @throws CallFailure */
export function openReply(
  call: Call,
  { status, body }: { status: number; body: string },
  features: Pick<Features, 'has' | 'isExtended'>,
): unknown {
  const { data, sentence } = openEnvelope(status, body, features);
  const spelled = features.isExtended() ? data : respell(call, data);
  return attachMessage(readData(call, spelled), sentence);
}
