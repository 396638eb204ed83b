import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { choice, file, flag, int, json, ref, text } from '../fields.ts';

interface Thumb {
  width: number;
  height: number;
  url: string;
}

const extension = 'media';

export const media = entity('media', {
  title: '媒体文件',
  screen: '/media',
  menu: { group: 'site', icon: 'media', title: 'menu.media' },
  label: 'name',
  recycle: true,
  newestFirst: true,
  dated: 'create_time',
  fields: {
    /** The original file name; the URL uses a name that the server made. */
    name: text(200, { required: true, search: 'spelled', sortable: true }),
    folder_id: ref('media_folder', { filter: true }),
    /** Describes the picture to readers who do not see it. Inserting the picture copies these texts. */
    alt: text(200, { extension: 'mediaText' }),
    caption: text(500, { extension: 'mediaText' }),
    credit: text(120, { extension: 'mediaText' }),
    /** The point that stays visible when the picture is cropped, in percent from the left and from the top. */
    focal_x: int({ default: 50, min: 0, max: 100, extension: 'mediaText' }),
    focal_y: int({ default: 50, min: 0, max: 100, extension: 'mediaText' }),
    url: file({ required: true, computed: true, filter: true }),
    kind: choice(['image', 'video', 'audio', 'document'], { computed: true, filter: true }),
    mime: text(100, { computed: true }),
    /** Size in bytes of the file as served; for a picture, of the re-encoded version. */
    size: int({ required: true, computed: true, sortable: true }),
    /** Size in pixels as displayed; empty for files other than pictures. */
    width: int({ computed: true }),
    height: int({ computed: true }),
    /** Digest of the file as it was sent, so that a client can ask whether it is already stored. */
    sha1: text(40, { computed: true, filter: true }),
    storage: choice(['local', 'cos'], { computed: true, filter: true }),
    /** Thumbnails, narrowest first. Empty for a picture narrower than every thumbnail, and for other files. */
    thumbs: json<Thumb[]>()({ computed: true, shape: { list: { url: text(500), width: int(), height: int() } } }),
    admin_id: int({ computed: true, entity: 'admin' }),
    /** Whether the URL occurs in a record outside the recycle bin, or in the configuration. */
    used: flag({ computed: true, virtual: true, filter: true }),
  },
  calls: {
    list: get('base.Media/list', { extension }),
    update: post('base.Media/edit', { extension }),
    delete: post('base.Media/delete', { extension, params: { confirmed: flag() } }),
  },
});
