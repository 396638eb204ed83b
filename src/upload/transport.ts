import type { MediaKind } from '../../contract/uploadTypes.ts';

/** What came of a file that was sent. A back end without a media library tells its address alone. */
export interface UploadResult {
  url: string;
  id?: number;
  name?: string;
  kind?: MediaKind;
  /** Bytes. */
  size?: number;
  width?: number | null;
  height?: number | null;
  thumbs?: { width: number; height: number; url: string }[];
  /** Whether the same content was there already. */
  existed?: 0 | 1;
}

/** Holds a file on its way, and lets it go on. */
export interface Control {
  pause(): void;
  resume(): void;
}

export interface UploadOptions {
  /** The media library's folder that it is to stand in. */
  folderId: number | null;
  signal: AbortSignal;
  /** Is told how many bytes are there, of how many. */
  onProgress(sent: number, of: number): void;
  /** A way that can pause says so, as soon as it can. */
  onPausable(control: Control): void;
}

/**
 * A way that a file takes: to the server itself, or to cloud storage.
 * @throws CallFailure why it was refused; what `signal` was aborted with
 */
export type UploadTransport = (file: File, options: UploadOptions) => Promise<UploadResult>;
