/** The pages of an episode: chosen or dropped, uploaded, ordered, replaced, removed (PAG-01…06). */
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import { VisuallyHidden } from '../../../pages/ui/VisuallyHidden.tsx';
import { AltTexts } from './AltTexts.tsx';
import { visible } from './board.ts';
import { PageGrid } from './PageGrid.tsx';
import css from './PageManager.module.css';
import { useStrips } from './StripDialog.tsx';
import { SwapDialog } from './SwapDialog.tsx';
import { UploadBar } from './UploadBar.tsx';
import type { Pages } from './usePages.ts';

export type PageManagerProps = {
  pages: Pages;
  mayEdit: boolean;
  /** Id of the story if its format is pages. Strips then raise a question. */
  pagedStoryId?: string | undefined;
  language: string;
  zone: string;
  /** Set while a page of a published episode may be replaced in one step. */
  swap?: { purpose: 'page' | 'strip'; onDone: () => void };
  /** EPI-45 */
  recommended: { least: number; most: number };
};

const PICTURES = 'image/jpeg,image/png';
const ACCEPT = `${PICTURES},.zip,.cbz`;

export function PageManager({
  pages,
  mayEdit,
  pagedStoryId,
  language,
  zone,
  swap,
  recommended,
}: PageManagerProps) {
  const t = useTranslations('console');
  const { state } = pages;
  const chooser = useRef<HTMLInputElement>(null);
  const replacer = useRef<HTMLInputElement>(null);
  const replaced = useRef<string | null>(null);
  /** The page being replaced in one step. `pageId` is null until the user chooses a page. */
  const [swapped, setSwapped] = useState<{ pageId: string | null } | null>(null);
  const [isDescribing, setDescribing] = useState(false);
  const [over, setOver] = useState(false);
  const tiles = visible(state.board);
  const listed = tiles.flatMap((tile) => state.pages[tile.pageId ?? ''] ?? []);
  const count = tiles.filter((tile) => tile.pageId !== null).length;

  const { add, strips } = useStrips(pagedStoryId, (files) => void pages.uploads.add(files));

  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    event.currentTarget.value = '';
    if (files.length > 0) void add(files);
  };
  const chosenInstead = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    if (file && replaced.current !== null) pages.uploads.replace(replaced.current, file);
  };
  const holdsFiles = (event: DragEvent) => mayEdit && event.dataTransfer.types.includes('Files');
  const drag = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!holdsFiles(event)) return;
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    if (files.length > 0) void add(files);
  };
  const isFar = count > 0 && (count < recommended.least || count > recommended.most);

  return (
    <section
      className={classes(css.manager, over && css.over)}
      aria-labelledby="pages"
      onDragOver={drag}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node) || setOver(false)}
      onDrop={drop}
    >
      <div className={css.head}>
        <h2 id="pages">{t('pages')}</h2>
        <span className={css.count}>
          {count} · {t('recommended', recommended)}
        </span>
        {swap && count > 0 && (
          <span className={css.tools} data-needs-js>
            <Button icon="replace" aria-haspopup="dialog" onClick={() => setSwapped({ pageId: null })}>
              {t('swap.open')}
            </Button>
          </span>
        )}
        {mayEdit && (
          <span className={css.tools} data-needs-js>
            {listed.length > 0 && (
              <Button kind="quiet" icon="pencil" aria-haspopup="dialog" onClick={() => setDescribing(true)}>
                {t('alt.open')}
              </Button>
            )}
            {tiles.length > 1 && (
              <Button
                kind="quiet"
                icon="arrow-up-down"
                disabled={pages.busy}
                onClick={() => void pages.reverse()}
              >
                {t('reverse')}
              </Button>
            )}
            <Button icon="upload" onClick={() => chooser.current?.click()}>
              {t('upload')}
            </Button>
          </span>
        )}
      </div>
      {isFar && (
        <p className={css.hint}>
          {count < recommended.least ? t('fewPages', recommended) : t('manyPages', recommended)}
        </p>
      )}
      <UploadBar pages={pages} zone={zone} />
      {tiles.length === 0 ? (
        <div className={css.empty}>
          <p>{mayEdit ? t('noPages') : t('noPagesYet')}</p>
          {mayEdit && <p className={css.hint}>{t('noPagesHint')}</p>}
        </div>
      ) : (
        <PageGrid
          pages={pages}
          mayEdit={mayEdit}
          onReplace={(key) => {
            replaced.current = key;
            replacer.current?.click();
          }}
          onSwap={swap && ((pageId) => setSwapped({ pageId }))}
        />
      )}
      {isDescribing && (
        <AltTexts
          zone={zone}
          pages={listed}
          language={language}
          onDescribe={pages.describe}
          refresh={() => pages.refresh()}
          onClose={() => setDescribing(false)}
        />
      )}
      {strips}
      {swap && swapped && (
        <SwapDialog
          pages={listed}
          pageId={swapped.pageId}
          purpose={swap.purpose}
          onSwap={async (pageId, mediaId) => {
            await pages.swap(pageId, mediaId);
            swap.onDone();
          }}
          onClose={() => setSwapped(null)}
        />
      )}
      {mayEdit && (
        <>
          <VisuallyHidden>
            <span id="page-keys">{t('pageKeys')}</span>
          </VisuallyHidden>
          <input ref={chooser} type="file" accept={ACCEPT} multiple hidden onChange={chosen} />
          <input ref={replacer} type="file" accept={PICTURES} hidden onChange={chosenInstead} />
        </>
      )}
    </section>
  );
}
