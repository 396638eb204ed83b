import { get, post } from '../call.ts';
import { media } from '../entities/media.ts';
import { int, ref, text } from '../fields.ts';
import { patterns } from '../formats.ts';
import { uploaded } from './upload.ts';

/**
 * What a browser uploads to the bucket with. Here the credentials are temporary, for keys that begin with `prefix` alone;
 * existing back ends send `SecretId` and `SecretKey` and may leave out the rest (docs/contract.md, "Calls").
 */
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
    /** Ours: how many bytes a file may have, and which extensions are taken, comma-joined. */
    max_size: int(),
    types: text(500),
  },
});

/**
 * Records an object that a browser put into the bucket under its prefix of `getCos`; a repeat answers the record that is
 * there. Its size and type are asked of the bucket.
 */
export const mediaRegister = post('base.Media/register', {
  title: '登记云存储文件',
  extension: 'media',
  writes: true,
  timeoutMs: 20_000,
  params: {
    /** A slash before it is left out. */
    key: text(300, { required: true, pattern: patterns.key }),
    name: text(200),
    folder_id: ref('media_folder'),
  },
  returns: uploaded,
});
