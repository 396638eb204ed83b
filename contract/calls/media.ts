import { get, post } from '../call.ts';
import { choice, int, ref, refs, text } from '../fields.ts';
import { batchOf, outcome, stepSize } from './recycle.ts';
import { fileUpload, ontoDisk, uploaded } from './upload.ts';

const extension = 'media';

/**
 * Replaces the file by another of the same type; URL, title and folder stay. Any type of picture may replace a picture.
 */
export const mediaReplace = post('base.Media/replace', {
  ...ontoDisk,
  title: '替换媒体文件',
  extension,
  readBy: 'base.Media/list',
  params: { id: int({ required: true, min: 1 }), version: int({ min: 0 }) },
  returns: uploaded,
});

/**
 * Downloads over http(s), on the default ports and from public addresses only, so that it reaches no internal host
 * (SSRF).
 */
export const mediaFetch = post('base.Media/fetch', {
  title: '收入网络图片',
  extension,
  writes: true,
  steps: true,
  rule: fileUpload.path,
  timeoutMs: 60_000,
  params: { url: text(2000, { required: true }), folder_id: ref('media_folder'), name: text(200) },
  returns: uploaded,
});

const pixels = int({ min: 0, max: 100_000 });

/**
 * Turns a picture clockwise, crops it (in pixels of the turned picture), scales it down to a width, and stores the
 * result as a new file in the same folder with the same texts. The old file stays. It needs the list's rule too, and
 * refuses animations and files in a bucket.
 */
export const mediaChange = post('base.Media/change', {
  title: '裁切图片',
  extension: 'mediaText',
  writes: true,
  steps: true,
  rule: fileUpload.path,
  timeoutMs: 60_000,
  params: {
    id: int({ required: true, min: 1 }),
    turn: choice([0, 90, 180, 270]),
    left: pixels,
    top: pixels,
    width: pixels,
    height: pixels,
    to_width: pixels,
  },
  returns: uploaded,
});

export const mediaMove = post('base.Media/move', {
  title: '移动媒体文件',
  extension,
  writes: true,
  batch: true,
  params: { ids: refs('media', { required: true, max: stepSize }), folder_id: ref('media_folder') },
  returns: { ...outcome, ...batchOf },
});

/**
 * Lists the places that contain a file's URL. If the caller may not open a record, its `id` is 0, and `title` and
 * `path` are empty.
 */
export const mediaUsage = get('base.Media/usage', {
  title: '媒体文件的使用处',
  extension,
  params: { id: int({ required: true, min: 1 }), page: int({ min: 1 }), limit: int({ min: 1, max: 100 }) },
  apart: [],
  returns: {
    page: {
      /** An entity's name, or `config_item`. */
      entity: text(40),
      id: int({ required: true }),
      title: text(200),
      /** An entity's field, or an item's `en_name`. */
      field: text(60),
      path: text(200),
    },
  },
});
