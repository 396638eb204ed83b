import { calls as contractCalls, entities as contractEntities, type EntityName } from '../../contract/index.ts';
import { find, isUsed, naming } from './evidence.ts';
import { calls, entities, type Owner, type Proof, paths, statements } from './specification.ts';

const pathsProof: Proof = ['browser/specification.test.ts', 'is in a menu, and opens again by its address alone'];
const standardTests = 'entities.test.ts: each entity, through the provider';

/** What of the specification nothing proves: there must be none. */
export const missing: string[] = [];

function cell(what: string, owner: Owner | undefined, proof: Proof | undefined): string {
  if (owner) return owner;
  const title = proof && find(proof);
  if (title) return `${proof[0]}: ${title}`;
  missing.push(what);
  return '**missing**';
}

/** Where a call is proven: an entity's own by the standard test, any other by the first test that makes it. */
function proofOfCall({ verb, path, params, owner }: (typeof calls)[number]): string {
  const routed = contractCalls.get(path);
  if (!routed) return cell(`${verb} ${path}`, owner, undefined);
  const { call, entity } = routed;
  if (call.verb !== verb && call.also !== verb) missing.push(`${path} answers no ${verb}`);
  for (const name of params) if (!(name in call.params)) missing.push(`${path} takes no ${name}`);
  if (!owner && !isUsed(path, entity)) missing.push(`the console does not use ${path}`);
  return entity ? `${standardTests}, ${entity.name}` : cell(path, owner, naming(`'${path}'`));
}

function proofOfEntity({ title, name, fields, proof, owner }: (typeof entities)[number]): string {
  if (!name) return cell(title, owner, proof);
  const declared = contractEntities[name as EntityName];
  for (const field of fields.split(' ').filter(Boolean))
    if (!(field in declared.fields)) missing.push(`${name} has no field ${field}`);
  return `${standardTests}, ${name}`;
}

const table = (heads: string[], rows: string[][]) =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** `docs/coverage.md`: each path, call, entity, state and error of the specification with the test that proves it. */
export function page(): string {
  missing.length = 0;
  return `# What proves the specification

Made by \`npm run coverage\` from \`tests/proof/specification.ts\`; a test compares it. What a later issue owns is marked with
its name. A test of every entity stands in \`tests/entities.test.ts\` and runs on SQLite and PostgreSQL.

## Paths (section 2)

${table(
  ['path', 'title', 'proof'],
  paths.map(({ path, title, owner }) => [path, title, cell(path, owner, pathsProof)]),
)}

## Calls (section 7)

${table(
  ['verb', 'call', 'screen', 'proof'],
  calls.map((each) => [each.verb, each.path, each.owner ?? '', proofOfCall(each)]),
)}

## Entities (section 3)

${table(
  ['entity', 'screen', 'proof'],
  entities.map((each) => [each.title, each.owner ?? '', proofOfEntity(each)]),
)}

## States, errors and constants (sections 2, 4, 8 and 9)

${table(
  ['section', 'what', 'proof'],
  statements.map(({ section, says, proof, owner }) => [`${section}`, says, cell(says, owner, proof)]),
)}
`;
}
