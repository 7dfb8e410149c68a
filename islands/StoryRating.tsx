/** A reader's own rating: five radio buttons, which a form sends by itself, and a script at the first choice. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { ActionForm } from './ActionForm.tsx';
import { api } from './api.ts';
import { createLatest } from './latest.ts';
import { changeReader, isSignedIn, type ShownStory, useReader } from './story/reader.ts';
import { Stars } from './story/Stars.tsx';
import css from './story/StoryRating.module.css';
import { useWording } from './useRefusal.ts';

export type StoryRatingProps = {
  story: ShownStory;
  /** The page itself with its language, to come back to. */
  here: string;
};

export default function StoryRating({ story, here }: StoryRatingProps) {
  const t = useTranslations('story');
  const form = useRef<HTMLFormElement>(null);
  const { isKnown, isTeam, stars } = useReader(story);
  const { rate, refused } = useRating(story.id);
  useEffect(() => {
    // What was chosen before is not taken back by an answer that comes late.
    if (form.current !== null && stars !== null && chosenIn(form.current) === null)
      choose(form.current, stars);
  }, [stars]);
  useEffect(() => {
    if (refused !== null && form.current !== null) choose(form.current, stars);
  }, [refused, stars]);
  const send = () => {
    const chosen = form.current && chosenIn(form.current);
    if (chosen !== null) void rate(chosen);
  };
  const submit = (event: FormEvent) => {
    // Sent by itself it leads to sign in and back (STP-07).
    if (!isSignedIn()) return;
    event.preventDefault();
    send();
  };
  return (
    <ActionForm
      ref={form}
      call="PUT /stories/:id/rating"
      params={{ id: story.id }}
      back={here}
      onSubmit={submit}
      onChange={() => isSignedIn() && send()}
    >
      <Stars disabled={isTeam} />
      <div className={css.line}>
        {isKnown ? (
          <p role="status">
            {refused ?? (isTeam ? t('rateNotOwn') : stars === null ? t('rateHint') : t('rated', { stars }))}
          </p>
        ) : (
          <Button type="submit">{t('rate')}</Button>
        )}
      </div>
    </ActionForm>
  );
}

/** Of quick choices, by arrow keys for example, only the first and the last are sent. */
function useRating(id: string) {
  const wording = useWording();
  const [refused, setRefused] = useState<string | null>(null);
  const [latest] = useState(() =>
    createLatest(async (stars: number) => {
      const reply = await api('PUT /stories/:id/rating', { params: { id }, body: { stars } });
      const rating = { average: reply.rating_average, count: reply.ratings_count };
      changeReader({ stars, rating });
    }),
  );
  const rate = async (stars: number) => {
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
