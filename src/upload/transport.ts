import type { MediaKind } from '../../contract/uploadTypes.ts';

/** The result of an upload. A back end without a media library sends only the address. */
export interface UploadResult {
  url: string;
  id?: number;
  name?: string;
  kind?: MediaKind;
  /** In bytes. */
  size?: number;
  width?: number | null;
  height?: number | null;
  thumbs?: { width: number; height: number; url: string }[];
  /** Whether the library had the same content already. */
  existed?: 0 | 1;
  folder_title?: string;
  alt?: string;
  caption?: string;
}

export interface Control {
  pause(): void;
  resume(): void;
}

export interface UploadOptions {
  folderId: number | null;
  /** Content that is there already is stored a second time. */
  isCopy?: boolean;
  signal: AbortSignal;
  /** Reports how many bytes have been sent, and the total. */
  onProgress(sent: number, of: number): void;
  /** A transport that can pause calls this as soon as it can. */
  onPausable(control: Control): void;
}

/** @throws CallFailure; the signal's reason */
export type UploadTransport = (file: File, options: UploadOptions) => Promise<UploadResult>;
