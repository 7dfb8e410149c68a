/** A locked episode for whoever is signed in (RDR-17). It is drawn open, so it pays without a script; with one it is a dialog. */
import { useRef, useState } from 'react';
import { formatNumber } from '../../locales/index.ts';
import { useTranslations } from '../../locales/react.tsx';
import { Button, LinkButton } from '../../pages/ui/Button.tsx';
import { useAwake } from '../useRefusal.ts';
import { type UnlockFacts, UnlockSheet, useModal } from './unlock/UnlockSheet.tsx';

export type UnlockDialogProps = {
  unlock: UnlockFacts;
  /** Away from here, with its language. */
  storyHref: string;
};

export default function UnlockDialog({ unlock, storyHref }: UnlockDialogProps) {
  const t = useTranslations('unlock');
  const dialog = useRef<HTMLDialogElement>(null);
  const isAwake = useAwake();
  const [isOpen, setOpen] = useState(true);
  useModal(dialog, isAwake && isOpen);
  const { priceCoins: count } = unlock;
  return (
    <>
      <UnlockSheet
        {...unlock}
        dialog={dialog}
        isOpen
        onClose={() => setOpen(false)}
        wayOut={
          <LinkButton kind="quiet" big href={storyHref}>
            {t('notNow')}
          </LinkButton>
        }
      />
      {!isOpen && (
        <Button kind="ink" big icon="lock-open" onClick={() => setOpen(true)}>
          {t('unlock', { count, number: formatNumber(count) })}
        </Button>
      )}
    </>
  );
}
