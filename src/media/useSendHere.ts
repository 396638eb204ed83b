import { useListContext } from 'ra-core';
import { sendToLibrary } from '../upload/uploads.ts';

/** Sends files into the folder of the library that is listed. */
export function useSendHere(): (files: readonly File[]) => void {
  const { filterValues } = useListContext();
  return (files) => sendToLibrary(files, Number(filterValues.folder_id) || null);
}
