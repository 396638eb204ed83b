import { get, post } from '../call.ts';
import { int, ref, refs, text } from '../fields.ts';
import { outcome, stepSize } from './recycle.ts';
import { fileUpload, ontoDisk, uploaded } from './upload.ts';

const extension = 'media';

/** By another of the same type; URL, title and folder stay. A picture may be replaced by a picture of any type. */
export const mediaReplace = post('base.Media/replace', {
  ...ontoDisk,
  title: '替换媒体文件',
  extension,
  params: { id: int({ required: true, min: 1 }), version: int({ min: 0 }) },
  returns: uploaded,
});

/** Downloads by http(s) on the default ports from public addresses alone, so that it reaches no internal host (SSRF). */
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

export const mediaMove = post('base.Media/move', {
  title: '移动媒体文件',
  extension,
  writes: true,
  params: { ids: refs('media', { required: true, max: stepSize }), folder_id: ref('media_folder') },
  returns: outcome,
});

/** What contains a file's URL. For a record that the caller may not open, `id` is 0, `title` and `path` are empty. */
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
