/** Alternative texts of all pages, saved automatically while the user writes. */
import { useEffect, useId, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { Dialog } from '../../../pages/ui/Dialog.tsx';
import { TextArea } from '../../../pages/ui/Field.tsx';
import { useDialog } from '../../../pages/ui/useDialog.ts';
import { ALT_TEXT_MAX_LENGTH } from '../../../server/domains/publishing/episodes/rules.ts';
import { isSafe } from '../../autosave/autosave.ts';
import { Conflict } from '../../autosave/Conflict.tsx';
import { SaveLine } from '../../autosave/SaveLine.tsx';
import { useAutosave } from '../../autosave/useAutosave.ts';
import css from './AltTexts.module.css';
import type { PageFacts, PageList } from './state.ts';

type Texts = Record<string, string>;

export type AltTextsProps = {
  pages: readonly PageFacts[];
  language: string;
  zone: string;
  onDescribe: (texts: [pageId: string, text: string][]) => Promise<void>;
  refresh: () => Promise<PageList>;
  onClose: () => void;
};

const textsOf = (pages: readonly PageFacts[]): Texts =>
  Object.fromEntries(pages.map((page) => [page.id, page.alt_text]));

/** Open while mounted. The caller unmounts it only after everything is saved. */
export function AltTexts({ pages, language, zone, onDescribe, refresh, onClose }: AltTextsProps) {
  const t = useTranslations('console');
  const alt = useTranslations('console.alt');
  const id = useId();
  const { ref, open, close } = useDialog();
  const [isLeaving, setLeaving] = useState(false);
  const saving = useAutosave<Texts>(textsOf(pages), {
    names: pages.map((page) => page.id),
    send: (part) => onDescribe(Object.entries(part).map(([pageId, text = '']) => [pageId, text])),
    fetch: async () => textsOf((await refresh()).pages),
  });
  const { values, state } = saving;
  const labelOf = (pageId: string): string =>
    t('pageNumber', { number: pages.findIndex((page) => page.id === pageId) + 1 });

  useEffect(open, [open]);
  useEffect(() => {
    if (!isLeaving) return;
    if (isSafe(state)) onClose();
    else if (state.kind !== 'waiting' && state.kind !== 'saving') {
      // Opens again, so that unsaved texts are not lost silently.
      setLeaving(false);
      open();
    }
  }, [isLeaving, state, open, onClose]);

  return (
    <Dialog
      id={id}
      ref={ref}
      heading={alt('heading')}
      light={false}
      onClose={() => {
        saving.flush();
        setLeaving(true);
      }}
      actions={
        <Button kind="filled" onClick={() => close()}>
          {alt('done')}
        </Button>
      }
    >
      <p className={css.lead}>{alt('lead')}</p>
      <Conflict
        what={`alt-texts:${pages[0]?.id ?? ''}`}
        names={pages.map((page) => page.id)}
        values={values}
        state={state}
        labelOf={labelOf}
        show={(pageId, texts) => texts[pageId]}
        zone={zone}
        change={saving.change}
        onDecide={saving.decide}
      />
      <ol className={css.pages} onBlur={saving.flush}>
        {pages.map((page) => (
          <li key={page.id} className={css.page}>
            {page.thumbnail_url === null ? (
              <span className={css.picture} />
            ) : (
              <img className={css.picture} src={page.thumbnail_url} alt="" loading="lazy" decoding="async" />
            )}
            <TextArea
              id={`${id}-${page.id}`}
              label={labelOf(page.id)}
              value={values[page.id] ?? ''}
              onChange={(event) => saving.change({ [page.id]: event.currentTarget.value })}
              lang={language}
              maxLength={ALT_TEXT_MAX_LENGTH}
              rows={3}
            />
          </li>
        ))}
      </ol>
      <SaveLine state={state} zone={zone} saved={alt('saved')} onRetry={() => void saving.retry()} />
    </Dialog>
  );
}
