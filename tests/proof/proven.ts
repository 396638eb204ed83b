import { type Proof, testsIn } from './proof.ts';
import { entities, type SpecifiedEntity } from './specification.ts';
import { statements } from './statements.ts';

const standardTests = (entity: string) =>
  testsIn('entities.test.ts').onBoth(
    'each entity, through the provider',
    `${entity} > is listed with the fields that console.md names, without heavy and write-only ones`,
  );
export const pathsProofs = testsIn('browser/specification.test.ts')(
  'each path of the table is in a menu, and opens again by its address alone; C3: with its Chinese title',
  'C3: every page has its English title of the specification',
);
export const callsProofs = testsIn('browser/plain.test.ts')(
  'C7: the console sent each call of the specification with its verb, path and every parameter in its form, and beside them only what coverage.md says is assumed',
);

export const proofsOfEntity = ({ name, proofs }: SpecifiedEntity): readonly Proof[] =>
  proofs ?? standardTests(name ?? '');

/** Every point of the specification, and the tests that assert it. */
export const points: readonly (readonly [point: string, proofs: readonly Proof[]])[] = [
  ['The paths of section 2', pathsProofs],
  ['The calls of section 7', callsProofs],
  ...entities.map((each) => [`Entity: ${each.title}`, proofsOfEntity(each)] as const),
  ...statements.map(({ section, says, proofs }) => [`§${section} ${says}`, proofs] as const),
];

/**
 * The points of which a test did not pass in a run: it is gone, has another name, failed or was skipped.
 * @param passed the tests that passed, each as its file below `tests/` and its full title
 */
export function unproven(passed: readonly Proof[]): string[] {
  const titles = new Set(passed.map(([file, title]) => `${file}: ${title}`));
  return points.flatMap(([point, proofs]) =>
    proofs.flatMap(([file, title]) =>
      titles.has(`${file}: ${title}`) ? [] : [`"${point}" is not proven: no test "${title}" passed in ${file}`],
    ),
  );
}
