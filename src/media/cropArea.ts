/** In pixels of the turned picture. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}
export type Size = Pick<Area, 'width' | 'height'>;
interface Point {
  x: number;
  y: number;
}

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, Math.round(value) || 0));

/** The nearest area of whole pixels within the picture. */
export function clampArea({ left, top, width, height }: Area, whole: Size): Area {
  const [x, y] = [within(left, 0, whole.width - 1), within(top, 0, whole.height - 1)];
  return { left: x, top: y, width: within(width, 1, whole.width - x), height: within(height, 1, whole.height - y) };
}

/** What a drag from one point to another chooses. @param ratio of width to height, which the area keeps within the drag */
export function areaBetween(from: Point, to: Point, whole: Size, ratio?: number): Area {
  const [a, b] = [from, to].map(({ x, y }) => ({ x: within(x, 0, whole.width), y: within(y, 0, whole.height) })) as [
    Point,
    Point,
  ];
  let [width, height] = [Math.abs(b.x - a.x), Math.abs(b.y - a.y)];
  if (ratio) {
    if (width / Math.max(1, height) > ratio) width = height * ratio;
    else height = width / ratio;
  }
  const left = b.x < a.x ? a.x - width : a.x;
  const top = b.y < a.y ? a.y - height : a.y;
  return clampArea({ left, top, width, height }, whole);
}
