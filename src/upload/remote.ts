import { mediaFetch } from '../../contract/calls/media.ts';
import { http } from '../services.ts';
import type { Sent, Way } from './way.ts';

const addresses = new WeakMap<File, string>();

/** Stands in the queue for a picture that the back end gets from another site: this page has no byte of it. */
export function remoteFile(address: string): File {
  const file = new File([], nameOf(urlOf(address)));
  addresses.set(file, address);
  return file;
}

function nameOf({ pathname, host }: URL): string {
  const last = pathname.split('/').pop() || host;
  try {
    return decodeURIComponent(last);
  } catch {
    return last; // not UTF-8
  }
}

/** Where such a file comes from; undefined of one that is sent from here. */
export const addressOf = (file: File): string | undefined => addresses.get(file);

const urlOf = (address: string) => new URL(address, location.href);

/** The back end gets the picture and keeps it in its library. */
export const throughFetch: Way = async (file, { folderId, signal }) => {
  const url = urlOf(addressOf(file) ?? '').href;
  const sent = await http.call(mediaFetch, { url, folder_id: folderId }, signal);
  signal.throwIfAborted();
  return sent as Sent;
};
