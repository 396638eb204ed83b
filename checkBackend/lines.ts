import type { Call } from '../contract/call.ts';
import { isOfSite } from '../contract/calls/site.ts';
import type { Extension } from '../contract/extensions.ts';
import { calls, entityList } from '../contract/index.ts';
import { never } from './examples.ts';

/** What was seen of a call, the worse the later. */
const verdicts = ['untried', 'specified', 'absent', 'forbidden', 'differs'] as const;
export type Verdict = (typeof verdicts)[number];

export interface Line {
  verb: Call['verb'];
  path: string;
  /** Ours alone; no back end need have it. */
  extension?: Extension;
  verdict: Verdict;
  /** How it differs, or what else there is to say. */
  says: string[];
}

/** The fact about a call; of several the worst stays, with all that was said. */
export type Note = (call: Call, verdict: Verdict, says?: string[]) => void;

export interface Lines {
  note: Note;
  all(): Line[];
}

/** One line for each call that the console makes; none of those of the public site. */
export function createLines(): Lines {
  const shared = [...calls.values()].map(({ call }) => call);
  const own = entityList.flatMap(({ calls }) => Object.values(calls));
  const lines = new Map<string, Line>();
  for (const call of [...own, ...shared]) {
    const { verb, path, extension } = call;
    // A call of entities and others has the first's; what is an extension of one alone is no extension of the call.
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
      // Why it was not tried is no longer so.
      const before = line.verdict === 'untried' && verdict !== 'untried' ? [] : line.says;
      if (verdicts.indexOf(verdict) > verdicts.indexOf(line.verdict)) line.verdict = verdict;
      line.says = [...new Set([...before, ...says])];
    },
    all: () => [...lines.values()].toSorted((one, other) => one.path.localeCompare(other.path)),
  };
}

const keyOf = ({ verb, path }: Call) => `${verb} ${path}`;
