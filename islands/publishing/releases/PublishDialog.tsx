/** Publishes now or at a time in any zone, shown on three clocks (EPI-20, EPI-21, EPI-22). */
import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { Checkbox } from '../../../pages/ui/Checkbox.tsx';
import { Dialog } from '../../../pages/ui/Dialog.tsx';
import { TextField } from '../../../pages/ui/Field.tsx';
import { FieldScope } from '../../../pages/ui/FieldScope.tsx';
import { Segmented } from '../../../pages/ui/Segmented.tsx';
import { RefusedAction } from '../../RefusedAction.tsx';
import { focusWrong, type Refusal } from '../../useRefusal.ts';
import type { Item } from '../comic/readiness.ts';
import { Clocks } from './Clocks.tsx';
import { ConsequencesOf } from './Consequences.tsx';
import { DateField } from './DateField.tsx';
import { Lacking } from './Lacking.tsx';
import css from './PublishDialog.module.css';
import { firstWish, readWish, sentForm, untilThen, type Wish } from './plan.ts';
import type { ReleaseEpisode } from './release.ts';
import { ZoneField } from './ZoneField.tsx';

export type PublishDialogProps = {
  id: string;
  ref: Ref<HTMLDialogElement>;
  isOpen: boolean;
  episode: ReleaseEpisode;
  storyId: string;
  zone: string;
  subscribers: number;
  lacking: readonly Item[];
  refusal: Refusal | null;
  busy: boolean;
  /** Both return false when refused. */
  onPublish: () => Promise<boolean>;
  onSchedule: (wish: Wish) => Promise<boolean>;
  onMend: (...fields: string[]) => void;
  onCancel: () => void;
  onClose: () => void;
};

export function PublishDialog(props: PublishDialogProps) {
  const t = useTranslations('release');
  const { episode } = props;
  return (
    <Dialog
      id={props.id}
      ref={props.ref}
      light={false}
      heading={t(episode.status === 'scheduled' ? 'askAgain' : 'ask', { number: episode.number })}
      onClose={props.onClose}
    >
      {props.isOpen && <Plan {...props} />}
    </Dialog>
  );
}

const AGAIN_MS = 15_000;

function Plan({ episode, zone, lacking, refusal, busy, ...props }: PublishDialogProps) {
  const t = useTranslations('release');
  const isPlanned = episode.status === 'scheduled';
  const form = useRef<HTMLFormElement>(null);
  const [now, setNow] = useState(() => new Date());
  const [when, setWhen] = useState<'now' | 'then'>(isPlanned ? 'then' : 'now');
  const [wish, setWish] = useState(() => firstWish(episode, zone, now));
  const change = (part: Partial<Wish>) => {
    props.onMend(...Object.keys(part));
    setWish((before) => ({ ...before, ...part }));
  };

  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);

  const sent = sentForm(wish, episode.publish_wall_time);
  const isReady = lacking.length === 0;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isReady) return;
    const fine = when === 'now' ? await props.onPublish() : await props.onSchedule(sent);
    if (!fine) focusWrong(form.current);
  };
  const errors = when === 'then' ? refusal?.fields : undefined;
  const told =
    episode.first_published_at === null
      ? t('subscribersTold', { count: props.subscribers })
      : t('toldBefore');
  const act = isPlanned ? 'changePlan' : 'schedule';
  return (
    <form className={css.form} method="dialog" noValidate ref={form} onSubmit={submit}>
      <Segmented
        legend={t('when')}
        quiet
        name="when"
        options={[
          { value: 'now', label: t('now') },
          { value: 'then', label: t('then') },
        ]}
        value={when}
        onChange={setWhen}
      />
      {when === 'now' && refusal && <RefusedAction refusal={refusal} />}
      {when === 'then' && (
        <FieldScope>
          <RefusedAction refusal={refusal} fields={['date', 'time', 'zone_name']} />
          <div className={css.pair}>
            <DateField value={wish.date} onChange={(date) => change({ date })} errors={errors?.date} />
            <TextField
              label={t('time')}
              name="time"
              autoComplete="off"
              placeholder={t('timePattern')}
              maxLength={8}
              value={wish.time}
              onChange={(event) => change({ time: event.currentTarget.value })}
              errors={errors?.time}
            />
          </div>
          <ZoneField
            value={wish.zone_name}
            onChange={(name) => change({ zone_name: name })}
            errors={errors?.zone_name}
          />
          <Preview wish={sent} own={zone} now={now} told={told} />
          <Checkbox
            name="is_announced"
            checked={wish.is_announced}
            onChange={(event) => change({ is_announced: event.currentTarget.checked })}
            note={t('announceNote')}
          >
            {t('announce')}
          </Checkbox>
        </FieldScope>
      )}
      {when === 'now' && (
        <p className={css.told}>
          {t('atOnce')} {told}
        </p>
      )}
      <ConsequencesOf storyId={props.storyId} deed="publish" episodeId={episode.id} number={episode.number} />
      <Lacking items={lacking} storyId={props.storyId} onLeave={props.onCancel} />
      <div className={css.answers}>
        <Button
          type="submit"
          kind="filled"
          big
          busy={busy && t(when === 'now' ? 'publishing' : 'scheduling')}
          aria-disabled={!isReady}
          aria-describedby={isReady ? undefined : 'lacking'}
        >
          {t(when === 'now' ? 'publishNow' : act)}
        </Button>
        <Button kind="quiet" onClick={props.onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

function Preview({ wish, own, now, told }: { wish: Wish; own: string; now: Date; told: string }) {
  const t = useTranslations('release');
  const units = useTranslations('release.units');
  const problems = useTranslations('problems');
  const reading = readWish(wish, now);
  if (reading.state === 'incomplete') return <p className={css.told}>{t('incomplete')}</p>;
  const { instant, adjusted, shown } = reading;
  const time = untilThen(instant, now)
    .map(({ unit, count }) => units(unit, { count }))
    .join(' ');
  const [, clock = ''] = shown.split('T');
  return (
    <>
      <Clocks instant={instant} chosen={wish.zone_name} own={own} />
      <div role="status" className={css.said}>
        {adjusted === 'gap' && <p className={css.jump}>{t('gap', { time: clock.slice(0, 5) })}</p>}
        {adjusted === 'overlap' && <p className={css.jump}>{t('overlap')}</p>}
        {reading.state === 'refused' ? (
          <p className={css.wrong}>
            {t('moment', { problem: problems(reading.problem satisfies 'too_soon' | 'too_far') })}
          </p>
        ) : (
          <p className={css.told}>
            {t('until', { time })} {told}
          </p>
        )}
      </div>
    </>
  );
}
