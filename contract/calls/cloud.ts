import { get, post } from '../call.ts';
import { media } from '../entities/media.ts';
import { int, ref, text } from '../fields.ts';
import { patterns } from '../formats.ts';
import { uploaded } from './upload.ts';

/** Ours are temporary and only for keys under `prefix`; existing back ends may send only `SecretId` and `SecretKey`. */
export const getCos = get('base.Config/getCos', {
  title: '云存储凭证',
  screen: media.screen,
  secret: true,
  returns: {
    SecretId: text(200),
    SecretKey: text(200),
    XCosSecurityToken: text(4096),
    /** Unix seconds. */
    StartTime: int({ required: true }),
    ExpiredTime: int({ required: true }),
    Bucket: text(60),
    Region: text(60),
    prefix: text(100),
    /** Extension: the largest file in bytes, and the allowed file extensions, separated by commas. */
    max_size: int(),
    types: text(500),
  },
});

/** Records an object that a browser uploaded under its prefix of `getCos`. A repeat answers the existing record. */
export const mediaRegister = post('base.Media/register', {
  title: '登记云存储文件',
  extension: 'media',
  writes: true,
  timeoutMs: 20_000,
  params: {
    /** A leading slash is dropped. */
    key: text(300, { required: true, pattern: patterns.key }),
    name: text(200),
    folder_id: ref('media_folder'),
  },
  returns: uploaded,
});
