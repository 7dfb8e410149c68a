import type { ReactNode } from 'react';
import type { Direction } from '../../server/domains/reading/reader/rules.ts';
import css from './DirectionPicture.module.css';

const PAGES = 'M11 5h26v36H11zM43 5h26v36H43z';
const PANELS = 'M15 9h18v10H15zM15 22h8v15h-8zM26 22h7v15h-7zM47 9h18v16H47zM47 28h18v9H47z';
const DOWN = 'M61 9v32m-4.5-5 4.5 5 4.5-5';

const STACK = 'M22 3h28v32H22zM22 41h28v14H22z';
const STACKED = 'M26 7h20v10H26zM26 20h8v11h-8zM37 20h9v11h-9zM26 45h20v7H26z';
const ROW = 'M-4 5h22v36H-4zM20 5h22v36H20zM44 5h22v36H44zM68 5h22v36H68z';
const IN_ROW = 'M0 9h14v12H0zM24 9h14v12H24zM24 24h6v13h-6zM48 9h14v16H48zM48 28h14v9H48zM72 9h8v28h-8z';

const DRAWN: Record<Direction, ReactNode> = {
  ltr: <Drawing pages={PAGES} panels={PANELS} arrow="M26 47h28m-5-4 5 4-5 4" />,
  rtl: <Drawing pages={PAGES} panels={PANELS} arrow="M54 47H26m5-4-5 4 5 4" isTurned />,
  down: (
    <Drawing
      pages="M24 1h26v15H24zM24 18.5h26v15H24zM24 36h26v15H24z"
      panels="M28 4.5h8v8h-8zM39 4.5h7v8h-7zM28 22h18v8H28zM28 39.5h7v8h-7zM38 39.5h8v8h-8z"
      arrow={DOWN}
    />
  ),
  ltr_down: <Drawing pages={STACK} panels={STACKED} arrow={DOWN} />,
  rtl_down: <Drawing pages={STACK} panels={STACKED} arrow={DOWN} />,
  ltr_along: <Drawing pages={ROW} panels={IN_ROW} arrow="M22 47h36m-5-4 5 4-5 4" />,
  rtl_along: <Drawing pages={ROW} panels={IN_ROW} arrow="M58 47H22m5-4-5 4 5 4" isTurned />,
  strip: (
    <Drawing
      pages="M24 -3h26v58H24z"
      panels="M28 3h18v11H28zM28 18h18v8H28zM28 30h18v15H28zM28 49h18v6H28z"
      arrow={DOWN}
    />
  ),
};

export function DirectionPicture({ direction, className }: { direction: Direction; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 80 52" width="80" height="52" aria-hidden="true">
      {DRAWN[direction]}
    </svg>
  );
}

type DrawingProps = { pages: string; panels: string; arrow: string; isTurned?: boolean };

function Drawing({ pages, panels, arrow, isTurned }: DrawingProps) {
  return (
    <>
      <g transform={isTurned ? 'matrix(-1 0 0 1 80 0)' : undefined}>
        <path className={css.page} d={pages} />
        <path className={css.panel} d={panels} />
      </g>
      <path className={css.arrow} d={arrow} />
    </>
  );
}
