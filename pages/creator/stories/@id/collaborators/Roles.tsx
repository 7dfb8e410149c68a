import { useTranslations } from '#locales/react.tsx';
import { TEAM_ROLES } from '#server/domains/platform/policy/rules.ts';
import css from './Page.module.css';

export function Roles() {
  const t = useTranslations('team');
  return (
    <dl className={css.roles}>
      {TEAM_ROLES.map((role) => (
        <div key={role}>
          <dt>{t(`roles.${role}`)}</dt>
          <dd>{t(`may.${role}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
