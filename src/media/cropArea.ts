/** An area in pixels of the turned picture. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}
export type Size = Pick<Area, 'width' | 'height'>;
export interface Point {
  x: number;
  y: number;
}

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, Math.round(value) || 0));

/** The nearest area of whole pixels within the picture. */
export function clampArea({ left, top, width, height }: Area, whole: Size): Area {
  const [x, y] = [within(left, 0, whole.width - 1), within(top, 0, whole.height - 1)];
  return { left: x, top: y, width: within(width, 1, whole.width - x), height: within(height, 1, whole.height - y) };
}

/**
 * The area that a drag from one point to another chooses.
 * @param ratio the ratio of width to height, which the area keeps within the drag
 */
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

/** The largest area of a ratio, centred on a point as far as the picture allows. */
export function areaOfRatio(whole: Size, ratio: number, around: Point): Area {
  const width = Math.min(whole.width, whole.height * ratio);
  const height = width / ratio;
  const start = (at: number, size: number, most: number) => within(at - size / 2, 0, most - Math.round(size));
  return clampArea(
    { left: start(around.x, width, whole.width), top: start(around.y, height, whole.height), width, height },
    whole,
  );
}

/**
 * Returns a function that gives the area for each point to which a drag moves. A drag from a corner resizes the area,
 * and one from inside moves it. A drag from outside, or over the whole picture, chooses a new area.
 * @param reach the distance from a corner within which a drag begins at that corner
 */
export function dragFrom(area: Area, whole: Size, from: Point, reach: number, ratio?: number): (to: Point) => Area {
  const { left, top, width, height } = area;
  const [right, bottom] = [left + width, top + height];
  const sides = [
    { x: left, y: top, opposite: { x: right, y: bottom } },
    { x: right, y: top, opposite: { x: left, y: bottom } },
    { x: left, y: bottom, opposite: { x: right, y: top } },
    { x: right, y: bottom, opposite: { x: left, y: top } },
  ];
  const corner = sides.find(({ x, y }) => Math.abs(x - from.x) <= reach && Math.abs(y - from.y) <= reach);
  if (corner) return (to) => areaBetween(corner.opposite, to, whole, ratio);
  const isWhole = width === whole.width && height === whole.height;
  const isInside = from.x > left && from.x < right && from.y > top && from.y < bottom;
  if (isWhole || !isInside) return (to) => areaBetween(from, to, whole, ratio);
  return (to) => ({
    ...area,
    left: within(left + to.x - from.x, 0, whole.width - width),
    top: within(top + to.y - from.y, 0, whole.height - height),
  });
}
