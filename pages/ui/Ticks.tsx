import { classes } from './classes.ts';
import css from './Ticks.module.css';

/** More ticks than this would be thinner than a pixel on a phone: then one tick stands for several pages. */
const mostTicks = 80;

export type TicksProps = {
  /** Name and place in words: "Page 7 of 18". */
  label: string;
  pages: number;
  /** The present page, from 1; 0 before the first. */
  page: number;
};

/** The reader's bar shows place: one tick per page, read ones in the story's colour, the present one taller. */
export function Ticks({ label, pages, page }: TicksProps) {
  const count = Math.min(pages, mostTicks);
  const now = pages > 0 ? Math.ceil((page * count) / pages) : 0;
  const ticks = Array.from({ length: count }, (_, index) => index + 1);
  return (
    <div className={classes(css.ticks, count > 30 && css.dense)} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <i key={tick} className={tick === now ? css.now : tick < now ? css.read : undefined} />
      ))}
    </div>
  );
}
