import type { ReactNode } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Notice } from '../ui/Notice.tsx';
import css from './NeedsScript.module.css';

export type NeedsScriptProps = {
  /** Names the parts that need a script, if not all editing and uploading. */
  children?: ReactNode;
};

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
