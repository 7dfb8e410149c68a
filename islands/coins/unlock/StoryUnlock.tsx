/** Opens the unlock dialog when a reader chooses a paid episode in a story's list. */
import { useEffect, useRef, useState } from 'react';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../../pages/addresses.ts';
import { Button } from '../../../pages/ui/Button.tsx';
import type { Unit } from '../../reading/StoryActions.tsx';
import type { ShownStory } from '../../reading/story/reader.ts';
import type { KnownReader } from '../../reading/story/reader-state.ts';
import { UnlockSheet, useModal } from './UnlockSheet.tsx';

export type SoldStory = ShownStory & {
  title: string;
  language: string;
  unit: Unit;
  appUrl?: string | undefined;
};

type Chosen = { number: number; row: HTMLElement };

export function StoryUnlock({ story, locked }: { story: SoldStory; locked: KnownReader['locked'] }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  useEffect(() => {
    if (locked.size === 0) return;
    const choose = (event: MouseEvent) => {
      const row = event.target instanceof Element ? event.target.closest('[data-episode]') : null;
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (!(row instanceof HTMLElement) || !isPlain || event.defaultPrevented) return;
      const number = Number(row.dataset.episode);
      if (!locked.has(number) || !(event.target as Element).closest('a')) return;
      event.preventDefault();
      setChosen({ number, row });
    };
    document.addEventListener('click', choose);
    return () => document.removeEventListener('click', choose);
  }, [locked]);
  const price = chosen && locked.get(chosen.number);
  if (!chosen || !price) return null;
  return (
    <Opened key={chosen.number} story={story} chosen={chosen} sold={price} onClose={() => setChosen(null)} />
  );
}

function Opened({
  story,
  chosen: { number, row },
  sold,
  onClose,
}: {
  story: SoldStory;
  chosen: Chosen;
  sold: { episodeId: string; priceCoins: number; freeAt: string | null };
  onClose: () => void;
}) {
  const t = useTranslations('unlock');
  const words = useTranslations('story');
  const href = useHref();
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog, true);
  const page = address('/stories/@slug/@number', { slug: story.slug, number });
  // The row already contains all facts about the episode.
  const name = row.querySelector('a');
  const count = Number(row.dataset.items);
  return (
    <UnlockSheet
      {...sold}
      number={number}
      title={name?.querySelector('span')?.textContent ?? ''}
      language={story.language}
      facts={[
        story.title,
        story.unit === 'chapter' ? words('chapters', { count }) : words('pages', { count }),
      ]}
      thumbnailUrl={row.querySelector('img')?.currentSrc || null}
      balanceCoins={null}
      debtCoins={0}
      readHref={href(
        address('/stories/@slug/@number', { slug: story.slug, number }, { query: { unlocked: 1 } }),
      )}
      page={page}
      appUrl={story.appUrl}
      dialog={dialog}
      onClose={() => {
        onClose();
        name?.focus();
      }}
      wayOut={
        <Button kind="quiet" big onClick={() => dialog.current?.close()}>
          {t('notNow')}
        </Button>
      }
    />
  );
}
