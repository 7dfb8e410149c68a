import { ACROSS, plotOf } from './plot.ts';
import css from './Spark.module.css';

const HEIGHT = 28;

/** The course of some days as one small line; the figures beside it say what matters, so it is for the eye only. */
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
