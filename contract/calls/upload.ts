import { post } from '../call.ts';
import { media } from '../entities/media.ts';
import { flag, int, ref, text } from '../fields.ts';

const { alt, caption, url, name, kind, mime, size, width, height, sha1, thumbs } = media.fields;

export const uploaded = {
  id: int({ required: true }),
  url,
  name,
  kind,
  mime,
  size,
  width,
  height,
  sha1,
  thumbs,
  folder_id: ref('media_folder'),
  alt,
  caption,
  version: int({ required: true }),
  /** Whether the same content was already stored; then this is its unchanged record. */
  existed: flag(),
  /** Where that record lies; empty for the top of the library. */
  folder_title: text(60),
} as const;

/** Shared by every call that stores a file on the disk. A client waits as long as there is progress. */
export const ontoDisk = { writes: true, steps: true, upload: { toDisk: true }, timeoutMs: 30_000 } as const;
/** Back ends without a media library take only the file. */
const params = {
  folder_id: ref('media_folder'),
  name: text(200),
  /** Stores a second copy of content that is there already. */
  copy: flag(),
} as const;
const shared = { ...ontoDisk, params, returns: uploaded } as const;

/** Rotated upright, re-encoded without the camera's metadata. `folder_id` and `name` may stand after the file. */
export const fileUpload = post('base.upload/fileUpload', { ...shared, title: '上传图片' });
export const videoUpload = post('base.upload/videoUpload', { ...shared, title: '上传视频' });
export const documentUpload = post('base.upload/documentUpload', { ...shared, title: '上传文件' });
