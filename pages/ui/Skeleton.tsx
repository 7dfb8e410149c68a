import { CoverGrid } from './CoverGrid.tsx';
import { classes } from './classes.ts';
import css from './Skeleton.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type SkeletonProps = {
  /** `line` of text, `cover` square, `page` of a comic. */
  shape?: 'line' | 'cover' | 'page';
  /** CSS width: lines of differing length look like text. */
  width?: string;
};

/** A still shape where the shape of what comes is known. */
export function Skeleton({ shape = 'line', width }: SkeletonProps) {
  return (
    <span
      className={classes(css.skeleton, css[shape])}
      style={width ? { width } : undefined}
      aria-hidden="true"
    />
  );
}

/** A grid of cards to come; `label` ("Loading") is read aloud once. */
export function SkeletonCards({ count, label }: { count: number; label: string }) {
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div aria-hidden="true">
        <CoverGrid>
          {Array.from({ length: count }, (_, index) => index + 1).map((card) => (
            <div key={card} className={css.card}>
              <Skeleton shape="cover" />
              <Skeleton width="80%" />
              <Skeleton width="50%" />
            </div>
          ))}
        </CoverGrid>
      </div>
    </div>
  );
}
