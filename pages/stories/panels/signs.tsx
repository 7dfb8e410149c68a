import type { UsualDirection } from '../../../server/domains/reading/reader/rules.ts';

const PAGES = 'M3 4h15v21H3zM22 4h15v21H22z';
const DOWN = 'M31 6v35m-5-5 5 5 5-5';
const DRAWN: Record<UsualDirection, { lines: string; numbers: readonly (readonly [number, number])[] }> = {
  ltr: {
    lines: `${PAGES}M8 37h24m-5-5 5 5-5 5`,
    numbers: [
      [10.5, 18],
      [29.5, 18],
    ],
  },
  rtl: {
    lines: `${PAGES}M32 37H8m5-5-5 5 5 5`,
    numbers: [
      [29.5, 18],
      [10.5, 18],
    ],
  },
  down: {
    lines: `M4 2h17v12H4zM4 18h17v12H4zM4 34h17v12H4z${DOWN}`,
    numbers: [
      [12.5, 11],
      [12.5, 27],
      [12.5, 43],
    ],
  },
  strip: { lines: `M4 1v46M21 1v46M4 15q6-4 9 0t8 0M4 30q6-4 9 0t8 0${DOWN}`, numbers: [] },
};

export function DirectionSign({ direction }: { direction: UsualDirection }) {
  const { lines, numbers } = DRAWN[direction];
  return (
    <svg viewBox="0 0 40 48" aria-hidden="true">
      <path d={lines} />
      {numbers.map(([x, y], at) => (
        <text key={`${x} ${y}`} x={x} y={y}>
          {at + 1}
        </text>
      ))}
    </svg>
  );
}

export function PairSign({ kind }: { kind: 'cover' | 'moved' }) {
  return (
    <svg viewBox="0 0 104 26" aria-hidden="true">
      <path
        d={
          kind === 'cover'
            ? 'M2 2h16v22H2zM26 2h16v22H26zM42 2h16v22H42zM66 2h16v22H66zM82 2h16v22H82z'
            : 'M2 2h16v22H2zM18 2h16v22H18zM42 2h16v22H42zM58 2h16v22H58z'
        }
      />
    </svg>
  );
}
