import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Notice } from '../../../pages/ui/Notice.tsx';
import { ALT_MAX_LENGTH } from '../../../server/lib/prose/tags.ts';
import { addFigure, pictureAt } from './area.ts';
import { countPictures, type Setback } from './pictures.ts';
import css from './Toolbar.module.css';
import { useAsk } from './useAsk.tsx';
import { usePictureWords } from './usePictureWords.ts';
import type { Writing } from './useWriting.ts';

export type PictureWishes = { language: string; mostPictures: number };

export function usePicture(writing: Writing, { language, mostPictures }: PictureWishes) {
  const t = useTranslations('novel');
  const { setbackOf, wrongWith } = usePictureWords(mostPictures);
  const chooser = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const { ask, dialog } = useAsk(writing, {
    name: 'description',
    heading: t('pictureHeading'),
    label: t('pictureText'),
    hint: t('pictureHint'),
    action: t('pictureDo'),
    removal: t('pictureRemove'),
    picture: shown !== null && <img className={css.picture} src={shown} alt="" />,
    maxLength: ALT_MAX_LENGTH,
    isLong: true,
    lang: language,
  });

  const describe = (image: HTMLImageElement) => {
    setShown(image.getAttribute('src'));
    ask(() => ({
      value: image.alt,
      put({ editor }, text) {
        editor.saveUndoState();
        image.alt = text.replaceAll(/\s+/g, ' ');
        return null;
      },
      cut({ editor }) {
        editor.saveUndoState();
        writing.pictures.remove(image);
      },
    }));
  };
  const tell = (setback: Setback) => setProblem(setbackOf(setback));
  /** Asks at once to describe a single picture. After several, the user presses each one. */
  const take = (files: readonly File[]) =>
    writing.act(({ editor, root }) => {
      setProblem(null);
      const taken: HTMLImageElement[] = [];
      for (const file of files) {
        const wrong = wrongWith(file, countPictures(root));
        if (wrong === null) taken.push(addFigure(editor, writing.pictures.take(file, tell)));
        else setProblem(wrong);
      }
      const [image] = taken;
      if (image !== undefined && taken.length === 1) describe(image);
    });

  const arrive = useEffectEvent(take);
  const open = useEffectEvent(describe);
  const { guests } = writing;
  useEffect(() => {
    guests.current = { files: (files) => arrive(files), picture: (image) => open(image) };
    return () => {
      guests.current = null;
    };
  }, [guests]);

  const notice: ReactNode = problem !== null && (
    <Notice kind="bad" urgent>
      {problem}
    </Notice>
  );
  return {
    dialog: (
      <>
        {dialog}
        <input
          ref={chooser}
          type="file"
          accept="image/jpeg,image/png"
          hidden
          aria-label={t('picture')}
          onChange={({ currentTarget }) => {
            take([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </>
    ),
    notice,
    ask: () =>
      writing.act(({ editor }) => {
        const image = pictureAt(editor);
        if (image === null) chooser.current?.click();
        else describe(image);
      }),
  };
}
