import type { ShowProps } from '../fields/shows.tsx';
import { useDeed } from './useDeed.ts';

/** What was done, in the language of the console where it has words for it. */
export function Deed({ name, record }: ShowProps) {
  return <>{useDeed()(record[name])}</>;
}
