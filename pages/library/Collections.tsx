import { ActionForm } from '../../islands/ActionForm.tsx';
import { formatNumber } from '../../locales/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { COLLECTION_TITLE_MAX_LENGTH } from '../../server/domains/reading/library/rules.ts';
import { address } from '../addresses.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { Data } from './+data.ts';
import { keepAddress, shelfAddress } from './address.ts';
import css from './Page.module.css';

/** The user's collections. When adding a story, each shows whether it contains it. */
export function Collections({ data: { collections, keep } }: { data: Data }) {
  const t = useTranslations('library');
  const href = useHref();
  const here = keep === null ? shelfAddress('collections') : keepAddress(keep.id);
  const form = { back: href(here), page: here };
  return (
    <>
      {keep !== null && <Notice>{t('keep', { title: keep.title })}</Notice>}
      {collections.length === 0 && <p className={css.note}>{t('noCollections')}</p>}
      <ul className={css.rows}>
        {collections.map((each) => (
          <li key={each.id} className={css.row}>
            <span className={css.fan}>
              {each.mini_thumbnail_urls.map((url) => (
                <img key={url} src={url} alt="" width={56} height={56} loading="lazy" />
              ))}
            </span>
            <div className={css.what}>
              <a className={css.name} href={href(address('/collections/@id', { id: each.id }))} dir="auto">
                {each.title}
              </a>
              <p className={css.note}>
                {t('stories', { count: each.stories_count })} <Sharing collection={each} />
              </p>
            </div>
            {keep !== null && (
              <ActionForm
                call={
                  each.contains
                    ? 'DELETE /collections/:id/stories/:story_id'
                    : 'PUT /collections/:id/stories/:story_id'
                }
                params={{ id: each.id, story_id: keep.id }}
                {...form}
              >
                <Button type="submit">{each.contains ? t('takeOut') : t('putIn')}</Button>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
      <ActionForm call="POST /collections" className={css.make} {...form}>
        <TextField
          label={t('newTitle')}
          name="title"
          required
          maxLength={COLLECTION_TITLE_MAX_LENGTH}
          dir="auto"
        />
        <Button type="submit" icon="plus">
          {t('make')}
        </Button>
      </ActionForm>
    </>
  );
}

function Sharing({ collection }: { collection: Data['collections'][number] }) {
  const t = useTranslations('library');
  const { own, owner, shared, followers_count: count } = collection;
  if (!own)
    return (
      <>
        <span dir="auto">{t('followedBy', { name: owner.display_name })}</span> · {t('youFollow')}
      </>
    );
  if (!shared) return `· ${t('private')}`;
  return `· ${count === 0 ? t('shared') : t('sharedWith', { count, number: formatNumber(count) })}`;
}
