import type { ReactNode } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Notice } from '../ui/Notice.tsx';
import css from './NeedsScript.module.css';

export type NeedsScriptProps = {
  /** What of this part needs one, where it is not all editing and uploading. */
  children?: ReactNode;
};

/** Says what needs a script where there is none; lists and states are readable without. */
export function NeedsScript({ children }: NeedsScriptProps) {
  const t = useTranslations('console');
  return (
    <noscript>
      <div className={css.notice}>
        <Notice kind={children ? 'plain' : 'warn'}>{children ?? t('needsScript')}</Notice>
      </div>
    </noscript>
  );
}
