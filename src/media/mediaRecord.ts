import type { DragEvent } from 'react';
import type { media } from '../../contract/entities/media.ts';
import type { mediaFolder } from '../../contract/entities/mediaFolder.ts';
import type { Row } from '../../contract/entity.ts';
import { sizeText } from '../utils/format.ts';

export type Media = Row<typeof media>;
export type Folder = Row<typeof mediaFolder>;

/** A replaced file keeps its URL; the version makes the browser load the new file. */
export const versionedUrl = (url: string, { storage, version }: Pick<Media, 'storage' | 'version'>) =>
  storage === 'local' ? `${url}?v=${version}` : url;

/** The smallest picture that fills a tile; undefined for other kinds. */
export const thumbOf = (record: Media): string | undefined =>
  record.kind === 'image' ? versionedUrl(record.thumbs?.[0]?.url ?? record.url, record) : undefined;

/** In pixels if known, else in bytes. */
export const formatSize = ({ width, height, size }: Media) =>
  width && height ? `${width} × ${height}` : sizeText(size);

const dragType = 'application/x-rtop-media';

export function startMediaDrag({ dataTransfer }: DragEvent, ids: number[]): void {
  dataTransfer.setData(dragType, JSON.stringify(ids));
  dataTransfer.effectAllowed = 'move';
}

export const isMediaDrag = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(dragType);
export const draggedMedia = ({ dataTransfer }: DragEvent) => JSON.parse(dataTransfer.getData(dragType)) as number[];
