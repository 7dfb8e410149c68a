/** A locked episode for signed-in readers (RDR-17). Drawn open, so that it works without a script. */

import { useRef, useState } from 'react';
import { formatNumber } from '../../locales/index.ts';
import { useTranslations } from '../../locales/react.tsx';
import { Button, LinkButton } from '../../pages/ui/Button.tsx';
import { useAwake } from '../useRefusal.ts';
import { UnlockSheet, useModal } from './unlock/UnlockSheet.tsx';
import type { UnlockFacts } from './unlock/useUnlock.ts';

export type UnlockDialogProps = {
  unlock: UnlockFacts;
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
