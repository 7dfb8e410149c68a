import { ActionForm } from '../../../islands/ActionForm.tsx';
import KeepCodes from '../../../islands/accounts/KeepCodes.tsx';
import { Island } from '../../../islands/runtime/Island.tsx';
import { useTranslations } from '../../../locales/react.tsx';
import { product } from '../../../server/lib/product.ts';
import { Button } from '../../ui/Button.tsx';
import css from './Page.module.css';
import { Step } from './Step.tsx';

export function Codes({ codes, step }: { codes: readonly string[]; step: number | null }) {
  const t = useTranslations('factor');
  return (
    <Step no={step} heading={t('keep', { count: codes.length })}>
      <p>{t('keepNote')}</p>
      <ol className={css.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Island
        name="KeepCodes"
        component={KeepCodes}
        props={{ codes: [...codes], fileName: `${product.name.toLowerCase()}-recovery-codes.txt` }}
        wake="touch"
      />
      <ActionForm call="DELETE /user/second_factor/recovery_codes/shown">
        <Button type="submit" kind="ink">
          {t('kept')}
        </Button>
      </ActionForm>
    </Step>
  );
}
