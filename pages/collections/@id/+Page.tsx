import { PlainIsland } from '#islands/runtime/PlainIsland.tsx';
import { ActionForm } from '../../../islands/ActionForm.tsx';
import { formatDate, formatNumber } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../addresses.ts';
import { ListPager } from '../../creator/ListPager.tsx';
import { panelAnchor } from '../../stories/panels/Panel.tsx';
import { SharePanel } from '../../stories/panels/SharePanel.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Face } from '../../ui/Face.tsx';
import { Flood } from '../../ui/Flood.tsx';
import { IconButton, IconLink } from '../../ui/IconButton.tsx';
import { Title } from '../../ui/Title.tsx';
import { Wrap } from '../../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import { collectionAddress } from './address.ts';
import { Edit } from './Edit.tsx';
import { Entries } from './Entries.tsx';
import css from './Page.module.css';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('library');
  const href = useHref();
  if (data.isEdited) return <Edit data={data} />;
  const { collection, url } = data;
  const { id, own, shared, owner, stories, page } = collection;
  const pictures = stories.flatMap(({ story }) => story?.thumbnail_url ?? []).slice(0, 3);
  return (
    <>
      <main id="main">
        <Flood colour={data.story}>
          <Wrap className={css.head}>
            <Words data={data} />
            {pictures.length > 0 && (
              <div className={css.spread} aria-hidden="true">
                {pictures.map((picture) => (
                  <img key={picture} src={picture} alt="" width={320} height={320} />
                ))}
              </div>
            )}
          </Wrap>
        </Flood>
        <Wrap className={css.list}>
          {stories.length === 0 ? (
            <Empty heading={t('noStories')}>{own ? t('noStoriesHint') : null}</Empty>
          ) : (
            <Entries stories={stories} isKnown={data.isKnown} />
          )}
          <ListPager
            page={page}
            pages={Math.max(1, Math.ceil(collection.total / collection.per_page))}
            hrefOf={(to) => href(collectionAddress(id, { page: to }))}
          />
        </Wrap>
      </main>
      {data.hasPanels && shared && (
        <SharePanel
          name={collection.title}
          note={`${t('stories', { count: collection.stories_count })} · ${owner.display_name}`}
          picture={null}
          url={url}
          modal
        />
      )}
    </>
  );
}

function Words({ data: { collection } }: { data: Data }) {
  const t = useTranslations('library');
  const words = useTranslations('collection');
  const href = useHref();
  const { own, shared, owner, followers_count: followers } = collection;
  return (
    <div className={css.words}>
      <p className={css.kind}>
        <b>{words('kind')}</b> · {t('stories', { count: collection.stories_count })} ·{' '}
        {t('changed', { date: formatDate(collection.updated_at) })}
        {own && ` · ${shared ? t('shared') : t('private')}`}
      </p>
      <Title>{collection.title}</Title>
      <p className={css.owner}>
        <a className={css.name} href={href(address('/profile/@slug', { slug: owner.slug }))}>
          <Face url={owner.mini_thumbnail_url} eager />
          <b dir="auto">{owner.display_name}</b>
        </a>
        {followers > 0 && (
          <span className={css.note}>
            {words('followers', { count: followers, number: formatNumber(followers) })}
          </span>
        )}
      </p>
      {collection.about !== '' && (
        <p className={css.about} dir="auto">
          {collection.about}
        </p>
      )}
      <Actions collection={collection} />
    </div>
  );
}

function Actions({ collection: { id, own, shared, following, page } }: Pick<Data, 'collection'>) {
  const words = useTranslations('collection');
  const href = useHref();
  const here = collectionAddress(id, { page });
  const toShare = href(collectionAddress(id, { panels: true, hash: panelAnchor('share') }));
  return (
    <div className={css.actions}>
      {own ? (
        <LinkButton kind="ink" big icon="pencil" href={href(collectionAddress(id, { edit: true }))}>
          {words('edit')}
        </LinkButton>
      ) : (
        <ActionForm
          call={following ? 'DELETE /collections/:id/follow' : 'PUT /collections/:id/follow'}
          params={{ id }}
          back={href(here)}
          page={here}
        >
          <Button
            type="submit"
            kind={following ? 'outlined' : 'ink'}
            big
            icon="bookmark"
            iconFilled={following}
          >
            {following ? words('leave') : words('follow')}
          </Button>
        </ActionForm>
      )}
      {shared && (
        <PlainIsland name="stage" wake="touch">
          <IconButton
            icon="share-2"
            label={words('shareTool')}
            data-tool="share"
            data-href={toShare}
            data-needs-js
          />
          <noscript>
            <IconLink icon="share-2" label={words('shareTool')} href={toShare} rel="nofollow" />
          </noscript>
        </PlainIsland>
      )}
    </div>
  );
}
