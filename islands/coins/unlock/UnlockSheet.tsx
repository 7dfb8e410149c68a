/** Price, balance and the unlock button (PRI-21…23): a sheet on phones, a dialog on wide screens. */

import { type FormEvent, type ReactNode, type RefObject, useEffect, useId } from 'react';
import { formatDate, formatNumber } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { Button, LinkButton } from '../../../pages/ui/Button.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import { Dialog } from '../../../pages/ui/Dialog.tsx';
import { Notice } from '../../../pages/ui/Notice.tsx';
import { missingCoins } from '../../../server/domains/coins/wallet/rules.ts';
import { ActionForm } from '../../ActionForm.tsx';
import { COMMUNICATION } from '../../api.ts';
import css from './UnlockSheet.module.css';
import type { UnlockFacts } from './useUnlock.ts';
import { useUnlock } from './useUnlock.ts';

type UnlockSheetProps = UnlockFacts & {
  dialog: RefObject<HTMLDialogElement | null>;
  isOpen?: boolean;
  onClose: () => void;
  wayOut: ReactNode;
};

export function UnlockSheet({ dialog, isOpen, onClose, wayOut, ...of }: UnlockSheetProps) {
  const t = useTranslations('unlock');
  const id = useId();
  const { price, balance, debt, refusal, busy, unlock } = useUnlock(of);
  const missing = balance === null ? 0 : missingCoins({ balance, debt, price });
  const coins = (count: number) => t('coins', { count, number: formatNumber(count) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void unlock();
  };
  return (
    <Dialog
      id={id}
      ref={dialog}
      isOpen={isOpen}
      light={false}
      heading={
        <>
          {of.number} · <span lang={of.language}>{of.title}</span>
        </>
      }
      picture={of.thumbnailUrl && <img className={css.picture} src={of.thumbnailUrl} alt="" />}
      note={[...of.facts, t('staysYours')].join(' · ')}
      onClose={onClose}
      actions={
        <>
          {missing === 0 ? (
            <ActionForm
              call="POST /episodes/:id/unlock"
              params={{ id: of.episodeId }}
              back={of.readHref}
              page={of.page}
              className={css.form}
              onSubmit={submit}
            >
              <input type="hidden" name="price" value={price} />
              <Button type="submit" kind="ink" big wide icon="lock-open" busy={busy && t('unlocking')}>
                {t('unlock', { count: price, number: formatNumber(price) })}
              </Button>
            </ActionForm>
          ) : (
            of.appUrl && (
              <LinkButton kind="ink" big href={of.appUrl} icon="smartphone">
                {t('getCoins', { count: missing, number: formatNumber(missing) })}
              </LinkButton>
            )
          )}
          {wayOut}
        </>
      }
    >
      <dl className={css.sums}>
        <Sum label={t('price')} value={coins(price)} />
        <Sum label={t('have')} value={balance === null ? '…' : coins(balance)} />
        {debt > 0 && <Sum label={t('owe')} value={coins(debt)} />}
        {missing > 0 ? (
          <Sum label={t('missing')} value={coins(missing)} look={classes(css.main, css.missing)} />
        ) : (
          <Sum label={t('left')} value={balance === null ? '…' : coins(balance - price)} look={css.main} />
        )}
        {of.freeAt !== null && <Sum label={t('freeFrom')} value={formatDate(new Date(of.freeAt))} />}
      </dl>
      <p className={css.rule}>{t('rule')}</p>
      {refusal && refusal.code !== 'not_enough_coins' ? (
        <Notice kind={refusal.code === 'price_changed' ? 'warn' : 'bad'} urgent>
          {refusal.message}
          {refusal.code === COMMUNICATION && `. ${t('again')}`}
        </Notice>
      ) : (
        missing > 0 && (
          <Notice kind="warn" icon="coins" urgent={refusal !== null}>
            {[t('notEnough'), debt > 0 && t('owing'), of.appUrl && t('sold')].filter(Boolean).join(' ')}
          </Notice>
        )
      )}
    </Dialog>
  );
}

function Sum({ label, value, look }: { label: string; value: string; look?: string | undefined }) {
  return (
    <div className={look}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Opens the dialog as soon as a script runs. Focuses the heading, so that a key press at that moment buys nothing. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, isWanted: boolean): void {
  useEffect(() => {
    const element = dialog.current;
    if (!isWanted || element === null || element.matches(':modal')) return;
    const heading = element.querySelector('h2');
    if (heading !== null) heading.tabIndex = -1;
    // The server drew the dialog open for readers without a script. `close()` would fire a close event.
    element.removeAttribute('open');
    element.showModal();
    heading?.focus({ preventScroll: true });
  }, [dialog, isWanted]);
}
