import type { Call } from '../contract/call.ts';
import { CallFailure } from '../dataProvider/failure.ts';
import type { Features } from '../dataProvider/features.ts';
import { respell } from '../dataProvider/foreign/respell.ts';
import type { Http } from '../dataProvider/transport/http.ts';
import { guessed, mayRefuse } from './examples.ts';
import type { Note, Verdict } from './lines.ts';
import { shapeOf } from './shape.ts';

/** The last raw reply of each path: decoding it would hide its spelling. */
export type RawReplies = Map<string, string>;

export function observed(http: Http, note: Note, bodies: RawReplies, features: Pick<Features, 'isExtended'>): Http {
  /** A reply without extensions may have another shape where the specification names none (dataProvider/foreign). */
  function shapeOfReply(call: Call) {
    const data = call.file ? undefined : JSON.parse(bodies.get(call.path) ?? '{}').data;
    const shape = shapeOf(call, data);
    if (features.isExtended()) return shape;
    const read = shapeOf(call, respell(call, data));
    if (read.wrong.length > 0) return shape;
    if (shape.wrong.length === 0) return read;
    return { ...read, says: ['has a shape of its own, which the console can read', ...read.says] };
  }
  async function noting<T>(call: Call, made: Promise<T>): Promise<T> {
    try {
      const data = await made;
      const { wrong, says } = shapeOfReply(call);
      note(call, wrong.length > 0 ? 'differs' : 'specified', ofModel(call, [...wrong, ...says]));
      return data;
    } catch (error) {
      if (error instanceof CallFailure) note(call, ...ofFailure(call, error));
      throw error;
    }
  }
  return {
    call: (call, params, signal) => noting(call, http.call(call, params, signal)),
    upload: (call, params, file, options) => noting(call, http.upload(call, params, file, options)),
    download: (call, params, signal) => noting(call, http.download(call, params, signal)),
  };
}

/** One line for each model of a call that several share. */
function ofModel({ with: { model } = {} }: Call, sentences: string[]): string[] {
  return model && sentences.length > 0 ? [`${model}: ${sentences.join(', ')}`] : sentences;
}

function ofFailure(call: Call, failure: CallFailure): [Verdict, string[]] {
  const { kind, status } = failure;
  // If the back end sent no message, the console has put a key there.
  const sentence = failure.sentence.startsWith('failure.') ? '' : failure.sentence;
  const guess = guessed[call.path];
  if (guess && failure.isCallMissing) return ['absent', [guess]];
  if (kind === 'forbidden') return ['forbidden', sentence ? [sentence] : []];
  if ([404, 405].includes(status)) return ['absent', []];
  if (failure.isLost || losses[kind]) return ['differs', [lossOf(failure)]];
  if (status !== 200) return ['differs', [`HTTP ${status}`, sentence].filter(Boolean)];
  const refusal = `refused: ${sentence || kind}`;
  return mayRefuse.includes(call.path) ? ['specified', [refusal]] : ['differs', [refusal, ...fieldErrors(failure)]];
}

const losses: Partial<Record<CallFailure['kind'], string>> = {
  timeout: 'no reply in time',
  network: 'the connection was lost',
  unreadable: 'the reply is no JSON envelope',
  unknown: 'no reply, so nobody knows whether it was saved',
};
const lossOf = ({ kind, status }: CallFailure) => losses[kind] ?? `HTTP ${status}`;

const fieldErrors = ({ data }: CallFailure) =>
  Object.entries((data.errors as Record<string, string> | undefined) ?? {}).map(([name, msg]) => `${name}: ${msg}`);
