/** Editor of one chapter: title, text and save state (EPI-15, NOV-03). */

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import type { Address } from '../../../pages/addresses.ts';
import { Button, LinkButton } from '../../../pages/ui/Button.tsx';
import { bookClasses } from '../../../pages/ui/bookClasses.ts';
import { classes } from '../../../pages/ui/classes.ts';
import { TextField } from '../../../pages/ui/Field.tsx';
import { Notice } from '../../../pages/ui/Notice.tsx';
import { Spinner } from '../../../pages/ui/Spinner.tsx';
import { AskToDelete } from '../releases/AskToDelete.tsx';
import { previewAddress } from './preview.ts';
import { minutesToRead } from './prose.ts';
import { SaveNotices, SaveStatus } from './SaveNotices.tsx';
import { Toolbar } from './Toolbar.tsx';
import type { WritingStart } from './useChapterSaving.ts';
import type { Chapters } from './useChapters.ts';
import { useWriting } from './useWriting.ts';
import css from './Writing.module.css';

const strong = { b: (number: ReactNode) => <b>{number}</b> };

export type WritingHandle = { settle: () => Promise<void> };

export type WritingProps = {
  start: WritingStart;
  chapters: Chapters;
  language: string;
  titleMaxLength: number;
  zone: string;
  picturesMaxCount: number;
  preview: Address;
  episodeTitle: string;
  onHandle: (handle: WritingHandle | null) => void;
  onClose: (kept: boolean) => void;
  onRemoved: () => void;
};

export function Writing(props: WritingProps) {
  const { start, chapters } = props;
  const t = useTranslations('novel');
  const console_ = useTranslations('console');
  const href = useHref();
  const ids = useId();
  const root = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const writing = useWriting(start, chapters, { root, label: t('text') });
  const { figures, isOpen } = writing;
  const number = chapters.chapters.findIndex(({ id }) => id === start.chapter.id) + 1;

  const inAll = chapters.chapters.reduce(
    (sum, { id, words_count }) => sum + (id === start.chapter.id ? figures.words : words_count),
    0,
  );

  const { onHandle } = props;
  const handle = useRef(writing);
  handle.current = writing;
  useEffect(() => {
    onHandle({ settle: () => handle.current.settle() });
    return () => onHandle(null);
  }, [onHandle]);
  useEffect(() => {
    field.current?.querySelector('input')?.focus();
  }, []);

  const close = async () => {
    try {
      await writing.settle();
      props.onClose(false);
    } catch {
      if (handle.current.state.kind !== 'disputed') props.onClose(true);
    }
  };
  return (
    <section className={css.writing} aria-label={t('chapterNumber', { number })}>
      <div className={css.head}>
        <Button kind="quiet" icon="arrow-left" onClick={() => void close()}>
          {t('allChapters')}
        </Button>
        <LinkButton
          kind="quiet"
          icon="eye"
          href={href(previewAddress(props.preview, number))}
          target="_blank"
          onClick={() => void writing.settle().catch(() => undefined)}
        >
          {t('preview')}
        </LinkButton>
      </div>
      {start.restored !== null && !start.isDisputed && <Notice>{t('restored')}</Notice>}
      <SaveNotices writing={writing} zone={props.zone} />
      {isOpen === 'failed' && (
        <Notice
          kind="bad"
          urgent
          actions={<Button onClick={() => location.reload()}>{console_('loadAgain')}</Button>}
        >
          {t('areaFailed')}
        </Notice>
      )}
      <div ref={field}>
        <TextField
          label={t('chapterTitle')}
          name="chapter-title"
          value={writing.title}
          onChange={(event) => writing.rename(event.currentTarget.value)}
          maxLength={props.titleMaxLength}
          autoComplete="off"
          lang={props.language}
          dir="auto"
          required
          errors={writing.title.trim() === '' ? [t('titleBlank')] : []}
        />
      </div>
      <div>
        <Toolbar
          writing={writing}
          controls={`${ids}-text`}
          wishes={{ language: props.language, mostPictures: props.picturesMaxCount }}
        />
        <div
          ref={root}
          id={`${ids}-text`}
          className={classes(bookClasses(), css.area, isOpen !== true && css.closed)}
          lang={props.language}
          dir="auto"
          spellCheck
        />
        {isOpen === false && (
          <p className={css.opening}>
            <Spinner label={t('opening')} shown />
          </p>
        )}
      </div>
      {writing.leftOut > 0 && <Notice urgent>{t('leftOut', { count: writing.leftOut })}</Notice>}
      <div className={css.foot}>
        <p className={css.figures}>
          <span>{t.rich('wordsHere', { ...strong, count: figures.words })}</span>
          <span>{t.rich('wordsInAll', { ...strong, count: inAll })}</span>
          {figures.words > 0 && (
            <span>{t.rich('minutes', { ...strong, count: minutesToRead(figures.words) })}</span>
          )}
        </p>
        <SaveStatus state={writing.state} sending={writing.sending} />
        <p className={css.titles}>
          {t.rich('twoTitles', {
            title: props.episodeTitle,
            link: (title) => (
              <a href="#episode-title" lang={props.language} dir="auto">
                {title}
              </a>
            ),
          })}
        </p>
      </div>
      <AskToDelete
        label={t('delete')}
        heading={t('deleteAsk', { title: writing.title })}
        action={t('deleteDo')}
        remove={async () => {
          writing.forget();
          await chapters.remove(start.chapter.id);
        }}
        onRemoved={props.onRemoved}
      >
        <p>{t('deleteHint', { count: figures.words })}</p>
      </AskToDelete>
    </section>
  );
}
