import { ActionForm } from '#islands/ActionForm.tsx';
import { useTranslations } from '#locales/react.tsx';
import { type Address, address } from '#pages/addresses.ts';
import { Button } from '#pages/ui/Button.tsx';
import { Checkbox } from '#pages/ui/Checkbox.tsx';
import { TextField } from '#pages/ui/Field.tsx';
import type { Data } from './+data.ts';
import css from './ReleaseForms.module.css';

/** Without a script: plain forms for the same calls, which return here with a notice. */
export function ReleaseForms({ editor, wish }: { editor: Data['content']['editor']; wish: Data['wish'] }) {
  const t = useTranslations('release');
  const words = useTranslations('console');
  const { episode, story, may } = editor;
  if (!may.publish || episode.status === 'blocked') return null;
  const form = {
    params: { id: episode.id },
    page: address('/creator/stories/@id/episodes/@episodeId', { id: story.id, episodeId: episode.id }),
  };
  if (episode.status === 'published') {
    return (
      <section className={css.forms} aria-label={words('unpublish')}>
        <Deed {...form} call="POST /creator/episodes/:id/unpublish" label={t('unpublishDo')} />
      </section>
    );
  }
  const isPlanned = episode.status === 'scheduled';
  return (
    <section className={css.forms} aria-labelledby="release">
      <h2 id="release">{t(isPlanned ? 'askAgain' : 'ask', { number: episode.number })}</h2>
      <Deed {...form} call="POST /creator/episodes/:id/publish" label={t('publishNow')} />
      <Deed
        {...form}
        call="POST /creator/episodes/:id/schedule"
        label={t(isPlanned ? 'changePlan' : 'schedule')}
      >
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
        <Checkbox name="is_announced" defaultChecked={wish.is_announced} note={t('announceNote')}>
          {t('announce')}
        </Checkbox>
      </Deed>
      {isPlanned && <Deed {...form} call="POST /creator/episodes/:id/unschedule" label={t('unschedule')} />}
    </section>
  );
}

type ActionProps = {
  call: `POST /creator/episodes/:id/${'publish' | 'unpublish' | 'schedule' | 'unschedule'}`;
  params: { id: string };
  page: Address;
  label: string;
  children?: React.ReactNode;
};

function Deed({ label, children, ...form }: ActionProps) {
  return (
    <ActionForm className={css.form} {...form}>
      {children}
      <Button type="submit">{label}</Button>
    </ActionForm>
  );
}
