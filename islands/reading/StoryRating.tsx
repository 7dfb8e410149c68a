/** A reader's own rating: five radio buttons, sent by the plain form or by the script at each choice. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatDate } from '../../locales/index.ts';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { api } from '../api.ts';
import { ownZone } from '../hereAndNow.ts';
import { createLatest } from '../latest.ts';
import { useWording } from '../useRefusal.ts';
import { Distribution } from './story/Distribution.tsx';
import { changeReader, isSignedIn, type ShownStory, useReader } from './story/reader.ts';
import { type RatingFigures, withOwn } from './story/reader-state.ts';
import { Stars } from './story/Stars.tsx';
import css from './story/StoryRating.module.css';

export type StoryRatingProps = {
  story: ShownStory;
  here: string;
  /** Public figures. Without them, only the stars are shown. */
  figures?: RatingFigures;
};

export default function StoryRating({ story, here, figures }: StoryRatingProps) {
  const t = useTranslations('story');
  const form = useRef<HTMLFormElement>(null);
  const { isKnown, isTeam, stars, rating } = useReader(story);
  const { rate, refused } = useRating(story.id);
  useEffect(() => {
    // A late answer must not overwrite the reader's choice.
    if (form.current === null) return;
    if (stars === null ? rating !== null : chosenIn(form.current) === null) choose(form.current, stars);
  }, [stars, rating]);
  useEffect(() => {
    if (refused !== null && form.current !== null) choose(form.current, stars);
  }, [refused, stars]);
  const send = () => {
    const chosen = form.current && chosenIn(form.current);
    if (chosen !== null) void rate(chosen);
  };
  const submit = (event: FormEvent) => {
    // When signed out, the plain form leads to sign-in and back (STP-07).
    if (!isSignedIn()) return;
    event.preventDefault();
    send();
  };
  const params = { id: story.id };
  return (
    <>
      {figures && <Distribution figures={rating ?? withOwn(figures, stars)} own={stars} />}
      <ActionForm
        ref={form}
        call="PUT /stories/:id/rating"
        params={params}
        back={here}
        onSubmit={submit}
        onChange={() => isSignedIn() && send()}
      >
        {/* Pressing the current rating removes it. */}
        <Stars disabled={isTeam} onPress={(chosen) => chosen === stars && void rate(null)} />
        <div className={css.line}>
          {isKnown ? (
            <p role="status">{refused ?? <Said isTeam={isTeam} story={story} />}</p>
          ) : (
            <Button type="submit">{t('rate')}</Button>
          )}
        </div>
      </ActionForm>
      <noscript>
        <ActionForm call="DELETE /stories/:id/rating" params={params} back={here}>
          <Button type="submit" kind="quiet">
            {t('takeBack')}
          </Button>
        </ActionForm>
      </noscript>
    </>
  );
}

function Said({ story, isTeam }: { story: ShownStory; isTeam: boolean }) {
  const t = useTranslations('story');
  const { stars, ratedAt } = useReader(story);
  if (isTeam) return t('rateNotOwn');
  return stars === null
    ? t('rateHint')
    : t('rated', { stars, date: formatDate(ratedAt ?? new Date(), ownZone()) });
}

/** When choices follow quickly, e.g. by arrow keys, only the first and the last are sent. */
function useRating(id: string) {
  const wording = useWording();
  const [refused, setRefused] = useState<string | null>(null);
  const [latest] = useState(() =>
    createLatest(async (stars: number | null) => {
      const params = { id };
      const reply =
        stars === null
          ? await api('DELETE /stories/:id/rating', { params })
          : await api('PUT /stories/:id/rating', { params, body: { stars } });
      const rating = {
        average: reply.rating_average,
        count: reply.ratings_count,
        distribution: reply.rating_distribution,
      };
      changeReader({ stars, ratedAt: null, rating });
    }),
  );
  const rate = async (stars: number | null) => {
    setRefused(null);
    try {
      await latest.push(stars);
    } catch (error) {
      setRefused(wording(error).message);
    }
  };
  return { rate, refused };
}

const radiosOf = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>('[name=stars]')];

function chosenIn(form: HTMLFormElement): number | null {
  const radio = radiosOf(form).find(({ checked }) => checked);
  return radio === undefined ? null : Number(radio.value);
}

function choose(form: HTMLFormElement, stars: number | null): void {
  for (const radio of radiosOf(form)) radio.checked = Number(radio.value) === stars;
}
