import { entities, type Proof, statements } from './specification.ts';

const standardTests = (entity: string): Proof => ['entities.test.ts', `> ${entity} > is listed`];
export const pathsProof: Proof = ['browser/specification.test.ts', 'each path of the table is in a menu'];
export const callsProof: Proof = ['browser/plain.test.ts', 'C7: the console sent each call of the specification'];

export const proofOfEntity = ({ name, proof }: (typeof entities)[number]): Proof => proof ?? standardTests(name ?? '');

/** Every point of the specification, and the test that asserts it. */
const points = (): [point: string, proof: Proof][] => [
  ['The paths of section 2', pathsProof],
  ['The calls of section 7', callsProof],
  ...entities.map((each): [string, Proof] => [`Entity: ${each.title}`, proofOfEntity(each)]),
  ...statements.map(({ section, says, proof }): [string, Proof] => [`§${section} ${says}`, proof]),
];

/**
 * The points whose test did not pass in a run: it is gone, has another name, failed or was skipped.
 * @param passed the tests that passed, each as its file below `tests/` and its title
 */
export function unproven(passed: readonly (readonly [file: string, title: string])[]): string[] {
  const isProven = ([file, part]: Proof) => passed.some(([where, title]) => where === file && title.includes(part));
  return points().flatMap(([point, proof]) =>
    isProven(proof) ? [] : [`No test proves "${point}": ${proof[0]} has none that passed with "${proof[1]}"`],
  );
}
