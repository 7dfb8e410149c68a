import { ActionForm } from '../../islands/ActionForm.tsx';
import DeleteAccount from '../../islands/accounts/DeleteAccount.tsx';
import SettingsForm from '../../islands/accounts/SettingsForm.tsx';
import { Island } from '../../islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import css from '../account/Account.module.css';
import { ConnectedApps } from '../account/ConnectedApps.tsx';
import { Exports } from '../account/Exports.tsx';
import { Section } from '../account/Section.tsx';
import { Sessions } from '../account/Sessions.tsx';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { Data } from './+data.ts';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('settings');
  const people = useTranslations('people');
  const attention = useTranslations('attention');
  const reports = useTranslations('ownReports');
  const href = useHref();
  return (
    <div className={css.page}>
      <h1>{t('title')}</h1>
      <Section id="notifications" heading={t('notifications')}>
        <Island
          name="SettingsForm"
          component={SettingsForm}
          props={{ notifications: data.notifications }}
          wake="touch"
        />
      </Section>
      <Section id="sessions" heading={t('sessions')} note={t('sessionsNote')}>
        <Sessions sessions={data.sessions} timezone={data.timezone} />
      </Section>
      <Section id="password" heading={t('password')} note={data.hasPassword ? undefined : t('noPassword')}>
        <div>
          <LinkButton href={href('/change_password')}>
            {data.hasPassword ? t('changePassword') : t('setPassword')}
          </LinkButton>
        </div>
      </Section>
      <Section id="factor" heading={t('factor')} note={t(data.secondFactor ? 'factorOn' : 'factorOff')}>
        <div>
          <LinkButton href={href('/settings/second_factor')}>{t('factorOpen')}</LinkButton>
        </div>
      </Section>
      <Section id="apps" heading={t('apps')} note={t('appsNote')}>
        <ConnectedApps
          apps={data.apps}
          timezone={data.timezone}
          emailConfirmed={data.emailConfirmed}
          back="/settings"
        />
      </Section>
      <Section id="people" heading={people('section')} note={people('sectionNote')}>
        <div>
          <LinkButton href={href('/settings/people')}>{people('open')}</LinkButton>
        </div>
      </Section>
      <Section id="attention" heading={attention('section')} note={attention('sectionNote')}>
        <div>
          <LinkButton href={href('/attention')}>{attention('open')}</LinkButton>
        </div>
      </Section>
      <Section id="reports" heading={reports('section')} note={reports('sectionNote')}>
        <div>
          <LinkButton href={href('/settings/reports')}>{reports('open')}</LinkButton>
        </div>
      </Section>
      <Section id="export" heading={t('export')} note={t('exportNote')}>
        <ActionForm call="POST /user/export">
          <Button type="submit">{t('exportDo')}</Button>
        </ActionForm>
        <Exports copies={data.exports} timezone={data.timezone} />
      </Section>
      <Section id="delete" heading={t('delete')}>
        <details className={css.danger}>
          <summary>
            <Icon name="trash-2" />
            {t('deleteOpen')}
          </summary>
          <Island
            name="DeleteAccount"
            component={DeleteAccount}
            props={{ email: data.email, hasPassword: data.hasPassword, leaving: data.leaving }}
            wake="touch"
          />
        </details>
      </Section>
    </div>
  );
}
