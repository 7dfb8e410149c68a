import { ActionForm } from '../../../islands/ActionForm.tsx';
import { formatDate } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { COLLECTION_TITLE_MAX_LENGTH } from '../../../server/domains/library/rules.ts';
import { address } from '../../addresses.ts';
import { ListPager } from '../../creator/ListPager.tsx';
import { shelfAddress } from '../../library/address.ts';
import css from '../../library/Page.module.css';
import { Button } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { TextField } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Wrap } from '../../ui/Wrap.tsx';
import type { Data } from './+data.ts';

/** A list of stories that somebody has made: for its owner, and for whoever was given the address of a shared one. */
export default function Page({ data: { collection } }: { data: Data }) {
  const t = useTranslations('library');
  const href = useHref();
  const { id, own, owner, stories, page } = collection;
  const addressAt = (to: number) =>
    address('/collections/@id', { id }, { query: { page: to === 1 ? null : to } });
  const form = { back: href(addressAt(page)), page: addressAt(page) };
  return (
    <Wrap as="main" id="main" className={css.main}>
      <header>
        <p className={css.note}>
          {t('stories', { count: collection.stories_count })} ·{' '}
          {t('changed', { date: formatDate(collection.updated_at) })}
          {own && ` · ${collection.shared ? t('shared') : t('private')}`}
        </p>
        <h1 dir="auto">{collection.title}</h1>
        <p>
          <a href={href(address('/profile/@slug', { slug: owner.slug }))} dir="auto">
            {owner.display_name}
          </a>
        </p>
      </header>
      {own && <Change collection={collection} form={form} />}
      {stories.length === 0 ? (
        <Empty heading={t('noStories')}>{own ? t('noStoriesHint') : null}</Empty>
      ) : (
        <ul className={css.rows}>
          {stories.map((story) => (
            <li key={story.id} className={css.row}>
              {story.mini_thumbnail_url ? (
                <img
                  className={css.cover}
                  src={story.mini_thumbnail_url}
                  alt=""
                  width={72}
                  height={72}
                  loading="lazy"
                />
              ) : (
                <span className={css.cover} />
              )}
              <div className={css.what}>
                <a
                  className={css.name}
                  href={href(address('/stories/@slug', { slug: story.slug }))}
                  lang={story.language}
                  dir="auto"
                >
                  {story.title}
                </a>
                <p className={css.note}>{story.author.display_name}</p>
              </div>
              {own && (
                <ActionForm
                  call="DELETE /collections/:id/stories/:story_id"
                  params={{ id, story_id: story.id }}
                  {...form}
                >
                  <IconButton type="submit" icon="x" label={t('remove', { title: story.title })} />
                </ActionForm>
              )}
            </li>
          ))}
        </ul>
      )}
      <ListPager
        page={page}
        pages={Math.max(1, Math.ceil(collection.total / collection.per_page))}
        hrefOf={(to) => href(addressAt(to))}
      />
    </Wrap>
  );
}

type ChangeProps = Pick<Data, 'collection'> & {
  form: { back: string; page: ReturnType<typeof shelfAddress> };
};

/** Its name, who may see it, and its end. */
function Change({ collection: { id, title, shared }, form }: ChangeProps) {
  const t = useTranslations('library');
  const href = useHref();
  return (
    <Disclosure summary={t('change')}>
      <div className={css.main}>
        <ActionForm call="PATCH /collections/:id" params={{ id }} className={css.deeds} {...form}>
          <TextField
            label={t('newTitle')}
            name="title"
            required
            maxLength={COLLECTION_TITLE_MAX_LENGTH}
            defaultValue={title}
            dir="auto"
          />
          <Button type="submit">{t('rename')}</Button>
        </ActionForm>
        <div className={css.deeds}>
          <ActionForm call="PATCH /collections/:id" params={{ id }} {...form}>
            <input type="hidden" name="shared" value={String(!shared)} />
            <Button type="submit" icon={shared ? 'lock' : 'share-2'}>
              {shared ? t('unshare') : t('share')}
            </Button>
          </ActionForm>
          <ActionForm
            call="DELETE /collections/:id"
            params={{ id }}
            back={href(shelfAddress('collections'))}
            page={form.page}
          >
            <Button type="submit" kind="danger">
              {t('delete')}
            </Button>
          </ActionForm>
        </div>
      </div>
    </Disclosure>
  );
}
