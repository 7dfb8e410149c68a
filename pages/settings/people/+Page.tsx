import { ActionForm } from '../../../islands/ActionForm.tsx';
import { formatDate } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../addresses.ts';
import { ListPager } from '../../creator/ListPager.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Entry } from '../../ui/Entry.tsx';
import { Face } from '../../ui/Face.tsx';
import { Wrap } from '../../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

export default function Page({ data: { list } }: { data: Data }) {
  const t = useTranslations('people');
  const href = useHref();
  const addressAt = (page: number) =>
    address('/settings/people', {}, { query: { page: page === 1 ? null : page } });
  return (
    <Wrap as="main" id="main" className={css.main}>
      <h1>{t('title')}</h1>
      <p className={css.note}>{t('note')}</p>
      {list.people.length === 0 ? (
        <Empty
          heading={t('none')}
          actions={<LinkButton href={href('/settings')}>{t('settings')}</LinkButton>}
        >
          {t('noneHint')}
        </Empty>
      ) : (
        <ul className={css.list}>
          {list.people.map((person) => (
            <li key={person.id}>
              <Entry
                picture={<Face url={person.mini_thumbnail_url} size={40} />}
                name={
                  <a href={href(address('/profile/@slug', { slug: person.slug }))} dir="auto">
                    {person.display_name}
                  </a>
                }
                facts={`${t(person.kind)} · ${formatDate(person.created_at)}`}
              >
                <ActionForm
                  call={person.kind === 'muted' ? 'DELETE /users/:id/mute' : 'DELETE /users/:id/block'}
                  params={{ id: person.id }}
                  back={href(addressAt(list.page))}
                  page={addressAt(list.page)}
                >
                  <Button type="submit">{t(`undo.${person.kind}`)}</Button>
                </ActionForm>
              </Entry>
            </li>
          ))}
        </ul>
      )}
      <ListPager
        page={list.page}
        pages={Math.max(1, Math.ceil(list.total / list.per_page))}
        hrefOf={(to) => href(addressAt(to))}
      />
    </Wrap>
  );
}
