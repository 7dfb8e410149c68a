import { classes } from './classes.ts';
import css from './HouseAd.module.css';
import { Stroke } from './Seal.tsx';

export type HouseAdFacts = { look: 'seal' | 'paper' | 'ink' | 'sentence'; title: string; text: string };

export type HouseAdProps = HouseAdFacts & {
  href: string;
  /** It leads to somebody else. */
  isElsewhere: boolean;
};

/** An advertisement of our own, 300 by 250 pixels: printed matter, the same by day and by night. */
export function HouseAd({ href, isElsewhere, ...facts }: HouseAdProps) {
  return (
    <a
      className={classes(css.house, css[facts.look])}
      href={href}
      rel={isElsewhere ? 'sponsored noopener' : undefined}
    >
      <Words {...facts} />
    </a>
  );
}

/** A small picture of it, for lists; it says nothing that does not stand beside it. */
export function MiniAd(facts: HouseAdFacts) {
  return (
    <span className={css.mini} aria-hidden="true">
      <span className={classes(css.house, css[facts.look])}>
        <Words {...facts} />
      </span>
    </span>
  );
}

function Words({ look, title, text }: HouseAdFacts) {
  return (
    <>
      {look !== 'sentence' && <Stroke className={css.mark} />}
      <b className={css.title} dir="auto">
        {title}
      </b>
      <span className={css.text} dir="auto">
        {text}
      </span>
    </>
  );
}
