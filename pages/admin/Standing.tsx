import { useTranslations } from '#locales/react.tsx';
import { Badge } from '#pages/ui/Badge.tsx';
import { Mark } from '#pages/ui/Mark.tsx';
import type { ListedUserView } from '#server/domains/administration/administration/queries.ts';

const FLAGS = ['administrator', 'publisher', 'founder'] as const;

export function Standing({ user }: { user: ListedUserView }) {
  const t = useTranslations('administration');
  return (
    <>
      {FLAGS.filter((flag) => user[flag]).map((flag) => (
        <Badge key={flag} kind="outlined">
          {t(`flags.${flag}`)}
        </Badge>
      ))}{' '}
      {user.locked_at !== null && <Mark shape="square">{t('flags.locked')}</Mark>}{' '}
      {!user.email_confirmed && <Mark shape="ring">{t('unconfirmed')}</Mark>}{' '}
      {user.deleting && <Mark shape="half">{t('deleting')}</Mark>}
    </>
  );
}
