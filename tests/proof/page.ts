import { calls } from './calls.ts';
import type { Proof } from './proof.ts';
import { callsProofs, pathsProofs, proofsOfEntity } from './proven.ts';
import { entities, paths } from './specification.ts';
import { statements } from './statements.ts';

const table = (heads: string[], rows: string[][]) =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
const named = (proofs: readonly Proof[]) => proofs.map(([file, title]) => `${file}: ${title}`).join('<br>');
const listed = (params: Record<string, string>) => Object.entries(params).map(([name, form]) => `${name}: ${form}`);

/** `docs/coverage.md`: each point of the specification with the tests that assert it. */
export const page = (): string => `# What proves the specification

Made by \`npm run coverage\` from \`tests/proof/\`, whose tables are typed from the specification. \`npm test\` fails where a
test that is named here did not pass in that run, by its full title.

## Paths (section 2)

Proof: ${named(pathsProofs)}

${table(
  ['path', 'title', 'our Chinese title'],
  paths.map(({ path, title, zh }) => [path, title, zh]),
)}

## Calls (section 7)

A back end that speaks the specification alone records what the console sends in a browser; verb, path, and name and form of
every parameter are compared with this table. \`…\` stands for further fields that the specification leaves open; *assumed* is a verb, a
path or a parameter that it does not name (\`contract/\`), such as the page of a list or the id of what is deleted. An \`id\` is a positive number, an
\`idOrNone\` may be 0, \`ids\` are joined by commas, and a \`modelOrNone\` may be empty.
Proof: ${named(callsProofs)}

${table(
  ['verb', 'call', 'parameters'],
  calls.map(({ verb, path, params, assumed, isPathAssumed, isVerbAssumed, isOpen, unused }) => {
    const marked = listed(assumed).map((param) => `${param} (assumed)`);
    const sent = [...listed(params), ...marked, ...(isOpen ? ['…'] : [])].join(', ');
    return [
      isVerbAssumed ? `${verb} (assumed)` : verb,
      isPathAssumed ? `${path} (assumed)` : path,
      unused ? `not sent: ${unused}` : sent,
    ];
  }),
)}

## Entities (section 3)

A record that is listed has these fields beside its id. A field that is only written (an administrator's password) is proven by what is sent.

${table(
  ['entity', 'fields that it names', 'proof'],
  entities.map((each) => [each.title, each.fields ?? '', named(proofsOfEntity(each))]),
)}

## All else

${table(
  ['section', 'what', 'proof'],
  statements.map(({ section, says, proofs }) => [`${section}`, says, named(proofs)]),
)}
`;
