import type { CallError } from './errors.ts';

/** Places for what goes on at the same time: so many of one owner, and of all. @param refusal when there is none */
export function openPlaces({ each, all }: { each: number; all: number }, refusal: () => CallError) {
  const owners: number[] = [];
  /** @returns gives the place back @throws the refusal */
  return (owner: number): (() => void) => {
    if (owners.length >= all || owners.filter((other) => other === owner).length >= each) throw refusal();
    owners.push(owner);
    return () => void owners.splice(owners.indexOf(owner), 1);
  };
}
