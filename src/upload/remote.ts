import { mediaFetch } from '../../contract/calls/media.ts';
import { http } from '../services/services.ts';
import { fullNameOf } from '../utils/files.ts';
import type { UploadTransport } from './transport.ts';

const addresses = new WeakMap<File, string>();

/** An empty file that represents a picture of another site in the queue; the back end downloads it. */
export function remoteFile(address: string): File {
  const { href, host } = urlOf(address);
  const file = new File([], fullNameOf(href) || host);
  addresses.set(file, address);
  return file;
}

/** The address of such a file; undefined for files from this computer. */
export const addressOf = (file: File): string | undefined => addresses.get(file);

const urlOf = (address: string) => new URL(address, location.href);

export const throughFetch: UploadTransport = async (file, { folderId, signal }) => {
  const url = urlOf(addressOf(file) ?? '').href;
  const sent = await http.call(mediaFetch, { url, folder_id: folderId }, signal);
  signal.throwIfAborted();
  return sent;
};
