import { useLocale, useTranslations } from '../../../../../../locales/react.tsx';
import { Button } from '../../../../../ui/Button.tsx';
import { TextField } from '../../../../../ui/Field.tsx';
import type { Data } from './+data.ts';
import css from './ReleaseForms.module.css';

/** Without a script: the same calls by plain forms, which come back here with a notice. */
export function ReleaseForms({ editor, wish }: { editor: Data['content']['editor']; wish: Data['wish'] }) {
  const t = useTranslations('release');
  const words = useTranslations('console');
  const { episode, story, may } = editor;
  if (!may.publish || episode.status === 'blocked') return null;
  const form = { episodeId: episode.id, page: `/creator/stories/${story.id}/episodes/${episode.id}` };
  if (episode.status === 'published') {
    return (
      <section className={css.forms} aria-label={words('unpublish')}>
        <Deed {...form} verb="unpublish" label={t('unpublishDo')} />
      </section>
    );
  }
  const isPlanned = episode.status === 'scheduled';
  return (
    <section className={css.forms} aria-labelledby="release">
      <h2 id="release">{t(isPlanned ? 'askAgain' : 'ask', { number: episode.number })}</h2>
      <Deed {...form} verb="publish" label={t('publishNow')} />
      <Deed {...form} verb="schedule" label={t(isPlanned ? 'changePlan' : 'schedule')}>
        <TextField
          label={t('date')}
          name="date"
          defaultValue={wish.date}
          placeholder={t('datePattern')}
          required
        />
        <TextField
          label={t('time')}
          name="time"
          defaultValue={wish.time}
          placeholder={t('timePattern')}
          required
        />
        <TextField label={t('zone')} name="zone_name" defaultValue={wish.zone_name} required />
      </Deed>
      {isPlanned && <Deed {...form} verb="unschedule" label={t('unschedule')} />}
    </section>
  );
}

type DeedProps = {
  episodeId: string;
  page: string;
  verb: 'publish' | 'unpublish' | 'schedule' | 'unschedule';
  label: string;
  children?: React.ReactNode;
};

function Deed({ episodeId, page, verb, label, children }: DeedProps) {
  const locale = useLocale();
  return (
    <form className={css.form} method="post" action={`/api/creator/episodes/${episodeId}/${verb}`}>
      <input type="hidden" name="_locale" value={locale} />
      <input type="hidden" name="_page" value={page} />
      {children}
      <Button type="submit">{label}</Button>
    </form>
  );
}
