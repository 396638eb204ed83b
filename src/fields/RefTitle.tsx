import { useRefTitle } from './useRefTitle.ts';

/** The name of the record that a reference points to, or its number where it is gone or may not be read. */
export const RefTitle = ({ entity, id }: { entity: string; id: number | null }) => useRefTitle(entity, id);
