/** What an episode is called, shown by and read like; changed while it is not published (EPI-01, EPI-03…EPI-05, EPI-33). */
import { type FormEvent, type Ref, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { TextField } from '../../pages/ui/Field.tsx';
import { Segmented } from '../../pages/ui/Segmented.tsx';
import { api } from '../api.ts';
import { focusFirstWrong, useDeed } from '../useRefusal.ts';
import css from './EpisodeDetails.module.css';
import { Refused } from './Refused.tsx';
import type { ReleaseEpisode } from './release.ts';
import type { SourcePage } from './sourcePages.ts';
import { ThumbnailField } from './ThumbnailField.tsx';

export type EpisodeDetailsProps = {
  ref?: Ref<DetailsHandle>;
  episode: ReleaseEpisode;
  /** Pages that a thumbnail can be taken from; null where an episode has chapters. */
  pages: readonly SourcePage[] | null;
  mayEdit: boolean;
  /** Places change in whatever state an episode is. */
  mayOrder: boolean;
  titleMost: number;
  change: <T>(work: (version: number) => Promise<T>) => Promise<T>;
  onChange: (episode: ReleaseEpisode) => void;
};

/** Sends what is not saved yet; whoever publishes asks for it first. */
export type DetailsHandle = { settle: () => Promise<void> };

type Values = Pick<ReleaseEpisode, 'title' | 'read_mode' | 'page_orientation'>;

const valuesOf = ({ title, read_mode, page_orientation }: ReleaseEpisode): Values => ({
  title,
  read_mode,
  page_orientation,
});
const isSame = (a: Values, b: Values): boolean =>
  a.title.trim() === b.title.trim() &&
  a.read_mode === b.read_mode &&
  a.page_orientation === b.page_orientation;

export function EpisodeDetails(props: EpisodeDetailsProps) {
  const { episode, mayEdit } = props;
  const t = useTranslations('console');
  const release = useTranslations('release');
  const href = useHref();
  const form = useRef<HTMLFormElement>(null);
  const { refusal, busy, run } = useDeed();
  const [values, setValues] = useState(() => valuesOf(episode));
  const set = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }));

  const send = async () => {
    const { episode: next } = await props.change((version) =>
      api('PATCH /creator/episodes/:id', {
        params: { id: episode.id },
        body: { ...values, lock_version: version },
      }),
    );
    setValues(valuesOf(next));
    props.onChange(next);
  };
  const settle = useEffectEvent(async () => {
    if (mayEdit && !isSame(values, valuesOf(episode))) await send();
  });
  useImperativeHandle(props.ref, () => ({ settle: () => settle() }), []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!(await run(send))) focusFirstWrong(form.current);
  };

  return (
    <section aria-labelledby="details" className={css.details}>
      <h2 className={css.heading} id="details">
        {t('details')}
      </h2>
      <ThumbnailField
        episode={episode}
        pages={props.pages ?? []}
        mayEdit={mayEdit}
        change={props.change}
        onChange={props.onChange}
      />
      <form method="dialog" noValidate ref={form} onSubmit={submit} aria-labelledby="details">
        <fieldset className={css.fields} disabled={!mayEdit}>
          <TextField
            id="episode-title"
            label={t('title')}
            name="title"
            value={values.title}
            onChange={(event) => set({ title: event.currentTarget.value })}
            maxLength={props.titleMost}
            required
            autoComplete="off"
            errors={refusal?.fields.title}
          />
          {/* Only pictures have a direction and a way to be turned. */}
          {props.pages !== null && (
            <>
              <Segmented
                legend={release('readMode')}
                name="read_mode"
                options={[
                  { value: 'page_flip', label: release('readModes.page_flip') },
                  { value: 'continuous', label: release('readModes.continuous') },
                ]}
                value={values.read_mode}
                onChange={(read_mode) => set({ read_mode })}
              />
              <Segmented
                legend={release('orientation')}
                name="page_orientation"
                options={[
                  { value: 'horizontal', label: release('orientations.horizontal') },
                  { value: 'vertical', label: release('orientations.vertical') },
                ]}
                value={values.page_orientation}
                onChange={(page_orientation) => set({ page_orientation })}
              />
            </>
          )}
          {refusal && <Refused refusal={refusal} known={['title']} />}
          {mayEdit && (
            <span data-needs-js>
              <Button type="submit" busy={busy && t('saving')}>
                {t('save')}
              </Button>
            </span>
          )}
        </fieldset>
      </form>
      <p className={css.number}>
        {release('place', { number: episode.number })}{' '}
        {props.mayOrder && (
          <a href={href(`/creator/stories/${episode.story_id}#episodes`)}>{release('changeOrder')}</a>
        )}
      </p>
    </section>
  );
}
