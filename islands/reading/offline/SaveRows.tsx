/** A save button for each episode in a story page's list, which is the same for everybody. */
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { MessageKey } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { SaveButton, SavedWord } from '../../../pages/ui/SaveButton.tsx';
import { canSave } from './client.ts';
import { sizeText, withSize } from './labels.ts';
import { type Kept, press, watchKept } from './saver.ts';

type Find = (address: string) => Kept;

export function SaveRows({ rows }: { rows: readonly HTMLElement[] }) {
  const [find, setFind] = useState<Find | null>(null);
  useEffect(() => (canSave() ? watchKept((keptAt) => setFind(() => keptAt)) : undefined), []);
  return find && rows.map((row) => <SaveRow key={row.dataset.episode} row={row} find={find} />);
}

function SaveRow({ row, find }: { row: HTMLElement; find: Find }) {
  const t = useTranslations('offline');
  const link = row.querySelector('a');
  if (!link) return null;
  const kept = find(link.href);
  const { deed, word } = kept;
  const name = `${row.dataset.episode} · ${link.querySelector('span')?.textContent ?? ''}`;
  const labels = { do: 'saveName', stop: 'stop', remove: 'remove', again: 'again' } as const satisfies Record<
    string,
    MessageKey<'offline'>
  >;
  const slot = (of: string) => row.querySelector(`[data-cell=${of}]`) ?? row;
  return (
    <>
      {createPortal(
        <SaveButton
          deed={deed}
          label={withSize(t(labels[deed], { name }), kept)}
          onClick={() => void press(link.pathname, kept)}
        />,
        slot('state'),
      )}
      {word &&
        createPortal(
          <SavedWord word={word}>
            <Said kept={kept} />
          </SavedWord>,
          slot('facts'),
        )}
    </>
  );
}

function Said({ kept: { word, episode } }: { kept: Kept }) {
  const t = useTranslations('offline');
  if (word === null) return null;
  if (word === 'saving') return t('saving', { kept: episode?.kept ?? 0, items: episode?.items ?? 0 });
  if (word === 'ready') return t('isSaved', { size: sizeText(episode?.bytes ?? 0) });
  if (word === 'expired') return t('oldNote');
  if (word === 'line' || word === 'full' || word === 'limit' || word === 'refused')
    return t(`failures.${word}`);
  return t(word satisfies 'locked' | 'noConnection' | 'starting');
}
