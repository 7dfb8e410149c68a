import { ActionForm } from '../../islands/ActionForm.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import sign from '../sign_in/Sign.module.css';
import { Sign } from '../sign_in/Sign.tsx';
import { Button, LinkButton } from '../ui/Button.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

/** Asks "Was it you?". Acts only on a press, since programs open links in mails too. */
export default function Page({ data: { notice, covers } }: { data: Data }) {
  const t = useTranslations('securityNotice');
  const href = useHref();
  if (notice === null)
    return (
      <Sign heading={t('title')} intro={t('over')} covers={covers}>
        <LinkButton kind="filled" big wide href={href('/forgotten_password')}>
          {t('newPassword')}
        </LinkButton>
        <p className={sign.other}>
          <a href={href('/settings')}>{t('toSettings')}</a>
        </p>
      </Sign>
    );
  const { token, deed, device } = notice;
  return (
    <Sign heading={t('question', { name: notice.name })} covers={covers}>
      <dl className={css.facts}>
        <div>
          <dt>{t('what')}</dt>
          <dd>{t(`actions.${deed}`)}</dd>
        </div>
        <div>
          <dt>{t('device')}</dt>
          <dd>{device ?? t(deed === 'factors_reset' ? 'byUs' : 'unknownDevice')}</dd>
        </div>
        <div>
          <dt>{t('when')}</dt>
          <dd>{notice.when}</dd>
        </div>
      </dl>
      <ActionForm call="POST /security_notices" className={css.form}>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="mine" value="false" />
        <Button type="submit" kind="filled" big wide>
          {t('notMine')}
        </Button>
        <p className={css.note}>{t('notMineNote')}</p>
      </ActionForm>
      <ActionForm call="POST /security_notices" className={css.form}>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="mine" value="true" />
        <Button type="submit" big wide>
          {t('mine')}
        </Button>
        <p className={css.note}>{t('mineNote')}</p>
      </ActionForm>
    </Sign>
  );
}
