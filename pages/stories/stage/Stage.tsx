/**
 * The surface for comic pages, for readers and previews. Complete HTML: scrolling, snapping, the thirds of a page and
 * page links work without a script. `:root[data-direction]` sets the reading direction (`stageRoot`).
 */
import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { useTranslations } from '#locales/react.tsx';
import { classes } from '../../ui/classes.ts';
import type { PictureFacts } from '../../ui/Picture.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { END_ANCHOR, pageAnchor } from './anchors.ts';
import { Gap } from './Gap.tsx';
import { Pieces } from './Pieces.tsx';
import { type InPair, pairsOf } from './pairs.ts';
import css from './Stage.module.css';
import { ratioOf, sizesOf } from './sizes.ts';
import ways from './Ways.module.css';

export type StagePage = { id: string; number: number; altText: string; pieces: readonly PictureFacts[] };

export type StageProps = {
  pages: readonly StagePage[];
  label: string;
  lang: string;
  /** Rendered between a page and the next. */
  after?: (number: number) => ReactNode;
  end?: ReactNode;
  /** Address of the previous episode's last page. */
  before?: string | undefined;
  /** In a frame that scrolls by itself. */
  boxed?: boolean;
};

export function Stage({ pages, label, lang, after, end, before, boxed = false }: StageProps) {
  const isWide = pages.map((page) => ratioOf(page) > 1);
  const between = pages.map(({ number }) => after?.(number) || null);
  const isParted = (at: number) => between[at] !== null;
  const [cover, moved] = [true, false].map((coverAlone) => pairsOf(isWide, { coverAlone, isParted }));
  const count = pages.at(-1)?.number ?? 0;
  return (
    <>
      <section
        className={classes(css.stage, ways.ways, boxed && css.boxed, boxed && ways.boxed)}
        data-stage
        data-before={before}
        aria-label={label}
        // Makes the scroll area focusable, since not all browsers do.
        tabIndex={boxed ? 0 : undefined}
      >
        {pages.map((page, at) => {
          const onward = at < pages.length - 1 ? pageAnchor(page.number + 1) : end ? END_ANCHOR : undefined;
          return (
            <Fragment key={page.id}>
              <StageItem
                page={page}
                count={count}
                lang={lang}
                onward={onward}
                before={before}
                cover={cover?.[at]}
                moved={moved?.[at]}
              />
              {between[at] && (
                <div className={css.between}>
                  {between[at]}
                  <Thirds back={<Turn by={-1} to={pageAnchor(page.number)} />} onward={onward} />
                </div>
              )}
            </Fragment>
          );
        })}
        {end && (
          <div className={css.end} data-end>
            {end}
          </div>
        )}
      </section>
      {/* Outside, since each child of the stage is a snap stop. */}
      <Gap />
    </>
  );
}

type ItemProps = {
  page: StagePage;
  count: number;
  lang: string;
  onward: string | undefined;
  before: string | undefined;
  cover: InPair | undefined;
  moved: InPair | undefined;
};

/** The box has its final shape before loading. The stop link is for Tab. The thirds are for pointers only. */
function StageItem({ page, count, lang, onward, before, cover, moved }: ItemProps) {
  const t = useTranslations('reader');
  const { number, pieces } = page;
  const ratio = ratioOf(page);
  const style = {
    '--a': Number(ratio.toPrecision(6)),
    '--w': pieces[0]?.width,
  } as CSSProperties;
  return (
    <div
      className={classes(css.item, pieces.length > 1 && css.long)}
      id={pageAnchor(number)}
      style={style}
      data-item={page.id}
      data-cover={cover}
      data-moved={moved}
    >
      <span className={css.sheet} data-sheet>
        <Pieces page={page} count={count} lang={lang} sizes={sizesOf(ratio)} className={css.picture} />
      </span>
      <a className={css.stop} href={`#${pageAnchor(number)}`}>
        <VisuallyHidden>{t('page', { number })}</VisuallyHidden>
      </a>
      <Thirds
        back={
          number > 1 ? (
            <Turn by={-1} to={pageAnchor(number - 1)} />
          ) : (
            before !== undefined && <a tabIndex={-1} href={before} />
          )
        }
        onward={onward}
      />
    </div>
  );
}

function Thirds({ back, onward }: { back: ReactNode; onward: string | undefined }) {
  return (
    <span className={css.thirds} aria-hidden="true">
      {back || <i />}
      <label htmlFor="bars" />
      {onward ? <Turn by={1} to={onward} /> : <i />}
    </span>
  );
}

const Turn = ({ by, to }: { by: 1 | -1; to: string }) => <a tabIndex={-1} href={`#${to}`} data-turn={by} />;
