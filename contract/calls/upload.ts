import { post } from '../call.ts';
import { media } from '../entities/media.ts';
import { flag, int, ref, text } from '../fields.ts';

const { url, name, kind, mime, size, width, height, sha1, thumbs } = media.fields;

/** What came of an uploaded file. */
export const uploaded = {
  id: int({ required: true }),
  ...{ url, name, kind, mime, size, width, height, sha1, thumbs },
  folder_id: ref('media_folder'),
  version: int({ required: true }),
  /** Whether the same content was there already: then this is its record, as it was. */
  existed: flag(),
} as const;

/** What every call that takes a file onto the disk shares: a client waits as long as there is progress. */
export const ontoDisk = { writes: true, steps: true, upload: { toDisk: true }, timeoutMs: 30_000 } as const;
/** Back ends without a media library take the file alone. */
const params = { folder_id: ref('media_folder'), name: text(200) } as const;
const shared = { ...ontoDisk, params, returns: uploaded } as const;

/** Pictures: re-encoded upright, without what the camera noted. `folder_id` and `name` go before the part `file`, or after it. */
export const fileUpload = post('base.upload/fileUpload', { ...shared, title: '上传图片' });
/** Films and sound. */
export const videoUpload = post('base.upload/videoUpload', { ...shared, title: '上传视频' });
/** Documents, archives and whatever else is offered for download. */
export const documentUpload = post('base.upload/documentUpload', { ...shared, title: '上传文件' });
