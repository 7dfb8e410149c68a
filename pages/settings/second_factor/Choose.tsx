import { ActionForm } from '../../../islands/ActionForm.tsx';
import AddPasskey from '../../../islands/accounts/AddPasskey.tsx';
import { Island } from '../../../islands/runtime/Island.tsx';
import { useTranslations } from '../../../locales/react.tsx';
import { NeedsScript } from '../../creator/NeedsScript.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';
import { Step } from './Step.tsx';
import { Way } from './Way.tsx';

export function Choose({ pending, device }: Pick<Data, 'pending' | 'device'>) {
  const t = useTranslations('factor');
  return (
    <Step no={1} heading={t('choose')}>
      <ul className={css.ways}>
        <Way icon="fingerprint" name={t('passkey')} note={t('passkeyNote')} />
        <li className={css.under}>
          <Island
            name="AddPasskey"
            component={AddPasskey}
            props={{ suggested: device, first: true }}
            wake="touch"
          />
          <NeedsScript>{t('passkeyNeedsScript')}</NeedsScript>
        </li>
        <Way icon="smartphone" name={t('app')} note={t('appNote')}>
          <ActionForm call="POST /user/second_factor/app">
            <Button type="submit">{t(pending ? 'setUpAgain' : 'setUp')}</Button>
          </ActionForm>
        </Way>
      </ul>
    </Step>
  );
}
