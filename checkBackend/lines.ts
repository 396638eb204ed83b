import type { Session } from '../authProvider/session.ts';
import type { Call } from '../contract/call.ts';
import { isOfSite } from '../contract/calls/site.ts';
import type { Extension } from '../contract/extensions.ts';
import { calls, entityList } from '../contract/index.ts';
import type { Features } from '../dataProvider/features.ts';
import type { ConsoleProvider } from '../dataProvider/index.ts';
import type { Http } from '../dataProvider/transport/http.ts';
import { never } from './examples.ts';

/** The results of a call, the worst last. */
const verdicts = ['untried', 'specified', 'absent', 'forbidden', 'differs'] as const;
export type Verdict = (typeof verdicts)[number];
/** The back end does not do what the console needs. */
export const bad: readonly Verdict[] = ['differs', 'absent', 'forbidden'];

export interface Line {
  verb: Call['verb'];
  path: string;
  /** Not in the specification; a back end need not have it. */
  extension?: Extension;
  verdict: Verdict;
  /** How it differs, and other remarks. */
  says: string[];
}

/** Notes a result of a call. The worst verdict stays, with all remarks. */
export type Note = (call: Call, verdict: Verdict, says?: string[]) => void;

export interface Lines {
  note: Note;
  all(): Line[];
}

/** One line for each call that the console makes, so none for calls of the public site. */
export function createLines(): Lines {
  const shared = [...calls.values()].map(({ call }) => call);
  const own = entityList.flatMap(({ calls }) => Object.values(calls));
  const lines = new Map<string, Line>();
  for (const call of [...own, ...shared]) {
    const { verb, path, extension } = call;
    // A call may be shared by several entities: the first decides whether it is an extension.
    if (isOfSite(call) || lines.has(keyOf(call))) continue;
    lines.set(keyOf(call), {
      verb,
      path,
      ...(extension && { extension }),
      verdict: 'untried',
      says: path in never ? [`not made: ${never[path]}`] : [],
    });
  }
  return {
    note: (call, verdict, says = []) => {
      const line = lines.get(keyOf(call));
      if (!line) return;
      // A remark why it was not tried no longer holds.
      const before = line.verdict === 'untried' && verdict !== 'untried' ? [] : line.says;
      if (verdicts.indexOf(verdict) > verdicts.indexOf(line.verdict)) line.verdict = verdict;
      line.says = [...new Set([...before, ...says])];
    },
    all: () => [...lines.values()].toSorted((one, other) => one.path.localeCompare(other.path)),
  };
}

const keyOf = ({ verb, path }: Call) => `${verb} ${path}`;

export interface CheckContext {
  http: Http;
  provider: ConsoleProvider;
  features: Features;
  lines: Lines;
  signedIn(): { http: Http; session: Session };
  /** Set while the check's records are removed, which cannot be stopped. */
  isCleaning: boolean;
}
