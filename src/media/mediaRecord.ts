import type { DragEvent } from 'react';
import type { media } from '../../contract/entities/media.ts';
import type { mediaFolder } from '../../contract/entities/mediaFolder.ts';
import type { Row } from '../../contract/entity.ts';
import { sizeText } from '../utils/format.ts';

export type Media = Row<typeof media>;
export type Folder = Row<typeof mediaFolder>;

/** A file that was replaced keeps its address: with its version the browser shows the new one. */
export const asItIsNow = (url: string, { storage, version }: Pick<Media, 'storage' | 'version'>) =>
  storage === 'local' ? `${url}?v=${version}` : url;

/** The smallest picture of it that fills a tile; undefined of what is no picture. */
export function thumbOf(record: Media): string | undefined {
  if (record.kind !== 'image') return undefined;
  return asItIsNow(record.thumbs?.[0]?.url ?? record.url, record);
}

/** Its size: in pixels where it has one, else in bytes. */
export const measureOf = ({ width, height, size }: Media) =>
  width && height ? `${width} × ${height}` : sizeText(size);

const type = 'application/x-rtop-media';

/** Takes files of the library by hand. */
export function dragMedia({ dataTransfer }: DragEvent, ids: number[]): void {
  dataTransfer.setData(type, JSON.stringify(ids));
  dataTransfer.effectAllowed = 'move';
}

export const isDragOfMedia = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(type);
export const draggedMedia = ({ dataTransfer }: DragEvent) => JSON.parse(dataTransfer.getData(type)) as number[];
