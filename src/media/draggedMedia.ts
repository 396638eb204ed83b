import type { DragEvent } from 'react';

const type = 'application/x-rtop-media';

/** Takes files of the library by hand. */
export function dragMedia({ dataTransfer }: DragEvent, ids: number[]): void {
  dataTransfer.setData(type, JSON.stringify(ids));
  dataTransfer.effectAllowed = 'move';
}

export const isDragOfMedia = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(type);
export const draggedMedia = ({ dataTransfer }: DragEvent) => JSON.parse(dataTransfer.getData(type)) as number[];
