export type Point = { x: number; y: number };
export type Box = { x: number; y: number; w: number; h: number };

/** One decimal is finer than a printed dot and keeps the files small. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

export const rect = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, w))}" height="${n(Math.max(0, h))}" fill="${fill}"${more && ` ${more}`}/>`;

export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${more && ` ${more}`}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${more && ` ${more}`}/>`;

export const path = (d: string, fill: string, more = ''): string =>
  `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`;

export const line = (d: string, stroke: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"${more && ` ${more}`}/>`;

export const outlined = (d: string, fill: string, ink: string, width: number): string =>
  path(d, fill, `stroke="${ink}" stroke-width="${n(width)}" stroke-linejoin="round"`);

export const polygon = (points: readonly Point[], fill: string, more = ''): string =>
  path(`M${points.map((point) => `${n(point.x)} ${n(point.y)}`).join('L')}z`, fill, more);

export const group = (content: string, transform: string): string =>
  `<g transform="${transform}">${content}</g>`;

export const move = (content: string, x: number, y: number, scale = 1, turn = 0): string =>
  group(
    content,
    `translate(${n(x)} ${n(y)})${turn ? ` rotate(${n(turn)})` : ''}${scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`}`,
  );

export const clipped = (id: string, shape: string, content: string): string =>
  `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${content}</g>`;

export const picture = (width: number, height: number, content: string, box?: Box): string => {
  const view = box ? `${n(box.x)} ${n(box.y)} ${n(box.w)} ${n(box.h)}` : `0 0 ${width} ${height}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}" width="${width}" height="${height}">${content}</svg>`;
};

/** Closed curve through the midpoints of the points, without corners. */
export const smooth = (points: readonly Point[]): string => {
  const middle = (from: Point, to: Point) => `${n((from.x + to.x) / 2)} ${n((from.y + to.y) / 2)}`;
  const last = points[points.length - 1];
  const first = points[0];
  if (!last || !first) return '';
  let d = `M${middle(last, first)}`;
  points.forEach((point, index) => {
    d += `Q${n(point.x)} ${n(point.y)} ${middle(point, points[(index + 1) % points.length] ?? first)}`;
  });
  return `${d}z`;
};
