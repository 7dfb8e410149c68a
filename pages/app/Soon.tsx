import { useTranslations } from '../../locales/react.tsx';
import { product } from '../../server/lib/product.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import css from './Page.module.css';

export function Soon() {
  const t = useTranslations('texts.app');
  return (
    <>
      <div className={css.notice}>
        <Notice>
          <p>{t.rich('notYet', { b: (words) => <b>{words}</b> })}</p>
        </Notice>
      </div>
      <LinkButton kind="ink" big icon="smartphone" href="#home">
        {t('toHome', { product: product.name })}
      </LinkButton>
    </>
  );
}
