import { mediaFetch } from '../../contract/calls/media.ts';
import { http } from '../services/services.ts';
import { fullNameOf } from '../utils/files.ts';
import type { UploadTransport } from './transport.ts';

const addresses = new WeakMap<File, string>();

/** Stands in the queue for a picture that the back end gets from another site: this page has no byte of it. */
export function remoteFile(address: string): File {
  const { href, host } = urlOf(address);
  const file = new File([], fullNameOf(href) || host);
  addresses.set(file, address);
  return file;
}

/** Where such a file comes from; undefined of one that is sent from here. */
export const addressOf = (file: File): string | undefined => addresses.get(file);

const urlOf = (address: string) => new URL(address, location.href);

/** The back end gets the picture and keeps it in its library. */
export const throughFetch: UploadTransport = async (file, { folderId, signal }) => {
  const url = urlOf(addressOf(file) ?? '').href;
  const sent = await http.call(mediaFetch, { url, folder_id: folderId }, signal);
  signal.throwIfAborted();
  return sent;
};
