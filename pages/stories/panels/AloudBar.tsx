import { RATES } from '../../../islands/reading/read-aloud/local-storage.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import css from './AloudBar.module.css';

/** Controls for reading aloud: sentence back and forward, pause, voice, speed (islands/reading/read-aloud). */
export function AloudBar() {
  const t = useTranslations('words');
  return (
    <section
      className={css.aloud}
      id="reader-aloud"
      aria-label={t('aloud')}
      data-no-voice={t('noVoice')}
      data-unsupported={t('unsupported')}
      data-failed={t('voiceFailed')}
      data-press={t('press')}
      data-ended={t('episodeEnds')}
      hidden
    >
      <p className={css.told} role="status" />
      <Button className={css.follow} data-aloud="follow" hidden>
        {t('follow')}
      </Button>
      <div className={css.keys}>
        <IconButton
          icon="skip-back"
          label={t('sentenceBefore')}
          data-aloud="previous"
          aria-keyshortcuts=","
        />
        <button
          type="button"
          className={css.play}
          data-aloud="play"
          data-play={t('play')}
          data-pause={t('pause')}
          aria-label={t('play')}
          title={t('play')}
          aria-keyshortcuts="P"
        >
          <Icon name="play" filled />
          <Icon name="pause" filled />
        </button>
        <IconButton
          icon="skip-back"
          label={t('sentenceBehind')}
          data-aloud="next"
          aria-keyshortcuts="."
          className={css.next}
        />
        <select className={css.voice} data-aloud="voice" aria-label={t('voice')} />
        <select className={css.rate} data-aloud="rate" aria-label={t('rate')} defaultValue="1">
          {RATES.map((rate) => (
            <option key={rate} value={rate}>{`${rate}×`}</option>
          ))}
        </select>
        <IconButton icon="x" label={t('stop')} data-aloud="close" aria-keyshortcuts="Escape" />
      </div>
    </section>
  );
}
