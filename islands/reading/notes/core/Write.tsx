/** The form for a note. The counter is always visible, and a draft stays until it is sent. */
import { type FormEvent, Fragment, useEffect, useState } from 'react';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { Button, LinkButton } from '#pages/ui/Button.tsx';
import { TextField } from '#pages/ui/Field.tsx';
import { FieldScope } from '#pages/ui/FieldScope.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import css from './ShortNotes.module.css';
import type { Desk } from './types.ts';

/** Counts code points, as the server does. */
export const lengthOf = (text: string): number => [...text].length;

export type WriteProps = {
  desk: Desk;
  maxLength: number;
  back: string;
  where: string | null;
  hint: string;
  arrows: readonly string[];
  onSent: (message: string) => void;
};

export function Write({ desk, maxLength, back, where, hint, arrows, onSent }: WriteProps) {
  const t = useTranslations('tsukkomi');
  const [refused, setRefused] = useState<{ status: number; message: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const { draft } = desk;
  const text = draft?.text ?? '';
  const length = lengthOf(text);
  const isIn = desk.isSignedIn() && refused?.status !== 401;
  const key = draft?.key;
  useEffect(() => {
    if (key !== undefined) setRefused(null);
  }, [key]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || text.trim() === '') return;
    if (!draft?.place) return setRefused({ status: 0, message: t('noPlace') });
    // The draft waits in this browser.
    if (!desk.isSignedIn()) return setRefused({ status: 401, message: t('signInToWrite') });
    setBusy(true);
    const { ok, status, message } = await desk.send();
    setBusy(false);
    if (ok || status === 0) onSent(ok ? (message ?? '') : t('keptForLater'));
    else setRefused({ status, message: message ?? t('failed') });
  };
  if (desk.rights.isClosed)
    return (
      <div className={css.foot}>
        <Notice icon="lock">{t('closed')}</Notice>
      </div>
    );
  return (
    <form className={css.foot} onSubmit={(event) => void send(event)} data-note-form>
      <FieldScope>
        <div className={css.line}>
          <TextField
            label={t('write')}
            hideLabel
            name="body"
            placeholder={t('write')}
            autoComplete="off"
            dir="auto"
            value={text}
            enterKeyHint="send"
            onFocus={() => draft === null && desk.write()}
            onChange={({ target }) => {
              if (draft === null) desk.write();
              setRefused(null);
              desk.type([...target.value].slice(0, maxLength).join(''));
            }}
            errors={refused && isIn ? [refused.message] : []}
          />
          <Button type="submit" kind="ink" busy={busy && t('sending')}>
            {t('pin')}
          </Button>
        </div>
        {!isIn && refused && <SignIn back={back} desk={desk} message={refused.message} />}
        <p className={css.facts}>
          <span className={length >= maxLength ? css.near : undefined} role="status">
            {t('counter', { count: length, most: maxLength })}
          </span>
          {where && <span>{where}</span>}
          <span>{hint}</span>
        </p>
      </FieldScope>
      <p className={css.keys} aria-hidden="true">
        <kbd>N</kbd> {t('keyNew')}{' '}
        {arrows.map((arrow) => (
          <Fragment key={arrow}>
            <kbd>{arrow}</kbd>{' '}
          </Fragment>
        ))}
        {t('keyArrows')} <kbd>{t('keyEnterName')}</kbd> {t('keyEnter')}
      </p>
    </form>
  );
}

function SignIn({ back, desk, message }: { back: string; desk: Desk; message: string }) {
  const t = useTranslations('tsukkomi');
  const href = useHref();
  const way = (path: '/sign_in' | '/sign_up') => href(address(path, {}, { query: { back } }));
  return (
    <>
      <p role="alert">{message}</p>
      <p className={css.line}>
        <LinkButton kind="ink" href={way('/sign_in')} onClick={desk.leaveToSignIn}>
          {t('signIn')}
        </LinkButton>
        <LinkButton kind="quiet" href={way('/sign_up')} onClick={desk.leaveToSignIn}>
          {t('signUp')}
        </LinkButton>
      </p>
    </>
  );
}
