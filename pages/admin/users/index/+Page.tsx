import { useTranslations } from '#locales/react.tsx';
import { PageHead } from '../../../ui/PageHead.tsx';

export default function Page() {
  const t = useTranslations('administration');
  return <PageHead title={t('rooms.users')} />;
}
