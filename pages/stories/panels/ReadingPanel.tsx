import type { ReactNode } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import type { ReaderPage } from '../../../server/domains/reading/reader/queries-reader.ts';
import { storedDirection, USUAL_DIRECTIONS } from '../../../server/domains/reading/reader/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Panel } from './Panel.tsx';
import css from './ReadingPanel.module.css';
import { DirectionSign, PairSign } from './signs.tsx';

const FITS = ['width', 'height', 'original'] as const;
const PAIRS = ['cover', 'moved'] as const;

/** Display of a story (RDR-04 … RDR-13). Fields apply at once (islands/reading/stage/settings.ts). */
export function ReadingPanel({
  reading,
}: {
  reading: Pick<ReaderPage, 'storyTitle' | 'direction' | 'format'>;
}) {
  const t = useTranslations('readerTools');
  const directions = useTranslations('directions');
  const { direction, storyTitle: title, format } = reading;
  const fits = { width: t('fitWidth'), height: t('fitHeight'), original: t('fitOriginal') };
  const fitNotes = { width: t('fitWidthNote'), height: t('fitHeightNote'), original: t('fitOriginalNote') };
  const own = storedDirection(direction);
  const pairs = { cover: t('coverAlone'), moved: t('movedByOne') };
  return (
    <Panel name="reading" heading={t('reading')} low>
      <form className={css.form} data-reading autoComplete="off">
        <fieldset className={css.group}>
          <legend>{directions('legend')}</legend>
          <div className={css.cards}>
            {USUAL_DIRECTIONS.map((each) => (
              <Card key={each} name="direction" value={each} isChosen={each === direction}>
                <DirectionSign direction={each} />
                <span>
                  <b>{directions(each)}</b> {directions(`notes.${each}`)}
                </span>
              </Card>
            ))}
          </div>
          <Segmented
            legend={t('mode')}
            name="mode"
            options={[
              { value: 'page_flip', label: t('modeFlip') },
              { value: 'continuous', label: t('modeScroll') },
            ]}
            defaultValue={own.readMode}
          />
          <Segmented
            legend={t('axis')}
            name="axis"
            options={[
              { value: 'horizontal', label: t('axisAcross') },
              { value: 'vertical', label: t('axisDown') },
            ]}
            defaultValue={own.pageOrientation}
          />
          {format === 'strip' && <p>{directions('stripAside')}</p>}
          <p>
            {t(`opens.${direction}`, { title })} {t('keptHere')}
          </p>
        </fieldset>
        <div className={css.group} data-fits>
          <p className={css.notes} aria-live="polite">
            {FITS.map((fit) => (
              <span key={fit} data-of={fit}>
                {fitNotes[fit]}
              </span>
            ))}
          </p>
          <Segmented
            legend={t('fit')}
            name="fit"
            options={FITS.map((value) => ({ value, label: fits[value] }))}
            defaultValue="height"
          />
        </div>
        <fieldset className={css.group} data-pairs-of>
          <Checkbox toggle name="two" defaultChecked>
            <b>{t('pairs')}</b>
          </Checkbox>
          <p>{t('pairsNote')}</p>
          <div className={css.cards}>
            {PAIRS.map((each) => (
              <Card key={each} name="pairs" value={each} isChosen={each === 'cover'}>
                <PairSign kind={each} />
                <b>{pairs[each]}</b>
              </Card>
            ))}
          </div>
          <p className={css.desk}>
            {t('pairKey')} <kbd>O</kbd>
          </p>
        </fieldset>
        <div className={css.group} data-onward-of>
          <Checkbox toggle name="onward" defaultChecked={direction === 'strip'}>
            <b>{t('onward')}</b>
          </Checkbox>
          <p>{t('onwardNote')}</p>
        </div>
        <div className={css.group} data-onward-of>
          <Button data-tool="glide">
            <Icon name="play" />
            {t('glide')}
          </Button>
          <p>{t('glideNote')}</p>
        </div>
        <NoteFields />
        <div className={css.group}>
          <Checkbox toggle name="saver">
            <b>{t('saver')}</b>
          </Checkbox>
          <p>{t('saverNote')}</p>
        </div>
        <div className={css.desk}>
          <div className={css.group}>
            <Checkbox toggle name="letters" defaultChecked>
              <b>{t('letters')}</b>
            </Checkbox>
            <p>{t('lettersNote')}</p>
          </div>
        </div>
        <div className={css.foot}>
          <Button kind="quiet" type="reset">
            {t('asStory')}
          </Button>
          <Button kind="quiet" data-tool="fullscreen">
            {t('fullScreen')}
          </Button>
          <Button kind="quiet" data-press="help">
            {t('help')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** Display settings of short notes (islands/reading/notes/comic/fields.ts). */
function NoteFields() {
  const t = useTranslations('tsukkomi');
  return (
    <div className={css.group}>
      <Checkbox toggle name="note-shown" defaultChecked>
        <b>{t('short')}</b>
      </Checkbox>
      <Segmented
        legend={t('density')}
        quiet
        name="note-density"
        defaultValue="some"
        options={[
          { value: 'few', label: t('few') },
          { value: 'some', label: t('some') },
          { value: 'all', label: t('all') },
        ]}
      />
      <label className={css.strength}>
        <span>{t('strength')}</span>
        <input type="range" name="note-strength" min={1} max={10} defaultValue={8} />
      </label>
      <p>{t('shortNote')}</p>
    </div>
  );
}

type CardProps = { name: string; value: string; isChosen: boolean; children: ReactNode };

function Card({ name, value, isChosen, children }: CardProps) {
  return (
    <label className={css.card}>
      <input type="radio" name={name} value={value} defaultChecked={isChosen} />
      {children}
    </label>
  );
}
