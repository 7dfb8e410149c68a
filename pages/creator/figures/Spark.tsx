import { ACROSS, plotOf } from './plot.ts';
import css from './Spark.module.css';

const HEIGHT = 28;

/** A small line chart for the eye only, since the figures beside it say the same. */
export function Spark({ values }: { values: readonly number[] }) {
  const points = values.map((value, index) => ({ date: String(index), value }));
  const { path, end } = plotOf(points, [], { height: HEIGHT });
  return (
    <svg className={css.spark} height={HEIGHT} aria-hidden="true">
      <svg
        viewBox={`0 0 ${ACROSS} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        height={HEIGHT}
        className={css.inner}
      >
        <path className={css.line} d={path} />
      </svg>
      <circle className={css.end} cx="100%" cy={end.y} r="2.5" />
    </svg>
  );
}
