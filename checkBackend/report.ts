import { ini } from '../contract/calls/auth.ts';
import { extensions } from '../contract/extensions.ts';
import { type Feature, needs } from '../dataProvider/features.ts';
import type { Report } from './check.ts';
import { guessed } from './examples.ts';
import { bad, type Line, type Verdict } from './lines.ts';

const words: Record<Verdict, string> = {
  specified: 'as specified',
  differs: 'differs',
  absent: 'absent',
  forbidden: 'forbidden',
  untried: 'not tried',
};

/** The check does not make the calls of an extension that the back end lacks. */
function isSkipped(line: Line, { features }: Report): boolean {
  return line.extension !== undefined && !features.offers(line);
}

const verdictOf = (line: Line, report: Report): Verdict => (isSkipped(line, report) ? 'absent' : line.verdict);

/** Whether all tried calls of the specification work. */
export const isWorking = ({ lines }: Report): boolean =>
  lines.every(({ extension, verdict, path }) => {
    const isNeedless = extension !== undefined || (verdict === 'absent' && path in guessed);
    return isNeedless || !bad.includes(verdict);
  });

export function jsonOf(report: Report) {
  const { url, write, lines, left, extensions: named } = report;
  return {
    url,
    works: isWorking(report),
    write,
    calls: lines.map((line) => ({ ...line, verdict: verdictOf(line, report) })),
    features: featuresOf(report),
    extensions: Object.fromEntries(extensions.map((name) => [name, named?.includes(name) ?? false])),
    left,
  };
}

export function textOf(report: Report): string {
  const { lines, left } = report;
  const own = lines.filter(({ extension }) => extension === undefined);
  const more = lines.filter(({ extension }) => extension !== undefined);
  return [
    'What the specification states',
    ...table(own, report),
    '',
    `Extensions, of which ${ini.path} names those that the back end has; calls of the others are not made`,
    ...table(more, report),
    '',
    `The specification: ${counted(own, report)}.`,
    `Extensions: ${counted(more, report)}.`,
    '"Without" names fields that no row of a reply had: the console shows nothing in their place.',
    ...featureLines(report),
    ...(report.write ? [] : ['Calls that write were not made; --write makes them, on records of its own.']),
    ...(left.length > 0
      ? ['', 'Left behind, since the back end did not remove it, or has no call that would:', ...left]
      : []),
    '',
    isWorking(report) ? 'All that was tried of the specification works.' : 'Not all of the specification works.',
  ].join('\n');
}

/** Tells of each feature in `needs` and of each other extension whether the console offers it with this back end. */
function featuresOf({ lines, features }: Report): Record<string, boolean> {
  const own = (Object.keys(needs) as Feature[]).map((feature) => [feature, features.has(feature)]);
  const listed: readonly string[] = Object.values(needs);
  const more = lines.flatMap(({ extension }) =>
    extension === undefined || listed.includes(extension) ? [] : [[extension, features.offers({ extension })]],
  );
  return Object.fromEntries([...own, ...more]);
}

function featureLines(report: Report): string[] {
  const all = Object.entries(featuresOf(report));
  const names = (isThere: boolean) => all.filter(([, has]) => has === isThere).map(([name]) => inWords(name));
  const line = (words: string, found: string[]) => (found.length > 0 ? [`${words} ${found.join(', ')}.`] : []);
  return [
    ...line('Beyond the specification the console will have:', names(true)),
    ...line('It will do without:', names(false)),
  ];
}

/** `pageSize` becomes `page size`. */
const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function table(lines: Line[], report: Report): string[] {
  const width = Math.max(...lines.map(({ path }) => path.length));
  return lines.flatMap((line) => {
    // Further remarks, such as those on other models, get lines of their own.
    const [says = '', ...more] = isSkipped(line, report) ? [] : line.says;
    const cells = [line.verb.padEnd(4), line.path.padEnd(width), words[verdictOf(line, report)].padEnd(12), says];
    const indent = ' '.repeat(cells.slice(0, -1).join('  ').length + 2);
    return [cells.join('  ').trimEnd(), ...more.map((sentence) => indent + sentence)];
  });
}

function counted(lines: Line[], report: Report): string {
  const groups = Map.groupBy(lines, (line) => verdictOf(line, report));
  const parts = (Object.keys(words) as Verdict[]).flatMap((verdict) => {
    const count = groups.get(verdict)?.length ?? 0;
    return count > 0 ? [`${count} ${words[verdict]}`] : [];
  });
  return parts.join(', ');
}
