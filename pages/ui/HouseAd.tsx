import { Cover } from './Cover.tsx';
import { classes } from './classes.ts';
import css from './HouseAd.module.css';
import type { PictureFacts } from './Picture.tsx';
import { Stroke } from './Seal.tsx';
import { type StoryColour, storied } from './storyColour.ts';

export type HouseAdFacts = {
  look: 'seal' | 'paper' | 'ink' | 'sentence' | 'story';
  title: string;
  text: string;
  story: { cover: PictureFacts | null; colour: StoryColour | null } | null;
};

export type HouseAdProps = HouseAdFacts & {
  href: string;
  isElsewhere: boolean;
};

/** An advertisement of our own, 300 by 250 pixels. Both themes look the same, except for a story's colour. */
export function HouseAd({ href, isElsewhere, ...facts }: HouseAdProps) {
  return (
    <a {...lookOf(facts)} href={href} rel={isElsewhere ? 'sponsored noopener' : undefined}>
      <Words {...facts} />
    </a>
  );
}

export function MiniAd(facts: HouseAdFacts) {
  return (
    <span className={css.mini} aria-hidden="true">
      <span {...lookOf(facts)}>
        <Words {...facts} />
      </span>
    </span>
  );
}

/** There is less room beside a cover. */
const isLong = ({ look, title, text }: HouseAdFacts): boolean =>
  look === 'story' && (title.length > 20 || text.length > 60);

function lookOf(facts: HouseAdFacts) {
  const { className, style } = storied(facts.story?.colour ?? undefined);
  return { className: classes(css.house, css[facts.look], isLong(facts) && css.long, className), style };
}

function Words({ look, title, text, story }: HouseAdFacts) {
  return (
    <>
      {look !== 'sentence' && look !== 'story' && <Stroke className={css.mark} />}
      <b className={css.title} dir="auto">
        {title}
      </b>
      <span className={css.text} dir="auto">
        {text}
      </span>
      {look === 'story' && (
        <Cover picture={story?.cover} sizes="132px" priority="lazy" className={css.cover} />
      )}
    </>
  );
}
