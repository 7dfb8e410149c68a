import { useTranslations } from '../../locales/react.tsx';
import { Pager } from '../ui/Pager.tsx';

export type ListPagerProps = { page: number; pages: number; hrefOf: (page: number) => string };

export function ListPager({ page, pages, hrefOf }: ListPagerProps) {
  const t = useTranslations('console');
  return (
    <Pager
      label={t('pages')}
      previousLabel={t('previous')}
      nextLabel={t('nextPage')}
      page={page}
      pages={pages}
      hrefOf={hrefOf}
    />
  );
}
