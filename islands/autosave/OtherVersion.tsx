import { type ReactNode, useEffect, useState } from 'react';
import { formatDate, formatTime } from '../../locales/index.ts';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Disclosure } from '../../pages/ui/Disclosure.tsx';
import { Notice } from '../../pages/ui/Notice.tsx';
import { findOther, keepOther, type Other } from './keptOther.ts';
import css from './OtherVersion.module.css';

/** The rejected version, while its day lasts. `keep` replaces it. */
export function useOther<Value>(what: string, isValue: (value: unknown) => value is Value) {
  const [other, setOther] = useState<Other<Value> | null>(null);
  // Read after hydration, since the server cannot access localStorage.
  useEffect(() => setOther(findOther(what, isValue)), [what, isValue]);
  return { other, keep: (value: Value | null) => setOther(keepOther(what, value)) };
}

export type OtherVersionProps = {
  until: number;
  zone: string;
  onTake: () => void;
  children: ReactNode;
};

export function OtherVersion({ until, zone, onTake, children }: OtherVersionProps) {
  const t = useTranslations('autosave');
  const at = new Date(until);
  return (
    <Notice actions={<Button onClick={onTake}>{t('takeBack')}</Button>}>
      <p>{t('otherKept', { moment: `${formatDate(at, zone)} ${formatTime(at, zone)}` })}</p>
      <Disclosure summary={t('otherShow')}>
        <div className={css.version}>{children}</div>
      </Disclosure>
    </Notice>
  );
}
