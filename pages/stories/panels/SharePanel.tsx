import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Cover } from '../../ui/Cover.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { PictureFacts } from '../../ui/Picture.tsx';
import { Panel } from './Panel.tsx';
import css from './SharePanel.module.css';

/** Sites that accept a link in an address. `{url}` and `{text}` are filled in. */
const SITES = [
  {
    name: 'Facebook',
    at: 'https://www.facebook.com/sharer/sharer.php?u={url}',
    path: 'M13.6 21v-8h2.7l.4-3.1h-3.1V8c0-.9.3-1.5 1.6-1.5h1.6V3.7c-.3 0-1.3-.1-2.4-.1-2.4 0-4 1.4-4 4.1v2.2H7.7V13h2.7v8z',
  },
  {
    name: 'X',
    at: 'https://twitter.com/intent/tweet?url={url}&text={text}',
    path: 'M3 3h5.3l4.3 6 5.2-6H20l-6.4 7.4L21 21h-5.3l-4.7-6.5L5.3 21H3l7-8z',
  },
] as const;

/** Shown as not yet available (ERR-25). */
const SOON = ['Mastodon', 'Bluesky', 'Reddit', 'Pinterest'] as const;

export type SharePanelProps = {
  name: string;
  note: string;
  picture: PictureFacts | null | undefined;
  url: string;
  hasPages?: boolean;
  modal?: boolean;
};

/** Shares a story or episode: link, optional page and sites (SOC-06, RDR-22, RDR-23). */
export function SharePanel({ name, note, picture, url, hasPages, modal }: SharePanelProps) {
  const t = useTranslations('readerTools');
  const fill = (at: string): string =>
    at.replace('{url}', encodeURIComponent(url)).replace('{text}', encodeURIComponent(name));
  return (
    <Panel name="share" heading={t('share')} modal={modal}>
      <div
        className={css.share}
        data-share={url}
        data-name={name}
        data-copied={t('copied')}
        data-told={t('linkCopied')}
        data-told-at={t('linkCopiedAt', { page: '{page}' })}
        data-not-copied={t('copyFailed')}
        data-failed={t('shareFailed', { site: '{site}' })}
        data-soon={t('comingSoon', { site: '{site}' })}
      >
        <div className={css.what}>
          {picture && <Cover picture={picture} sizes="3.25rem" priority="lazy" className={css.picture} />}
          <p>
            <b dir="auto">{name}</b>
            <br />
            <span dir="auto">{note}</span>
          </p>
        </div>
        <div className={css.group}>
          <div className={css.link}>
            <input readOnly value={url} aria-label={t('link')} data-link />
            <Button data-copy data-needs-js>
              <Icon name="check" />
              <span>{t('copy')}</span>
            </Button>
          </div>
          {hasPages && (
            <div data-at={t('openAt', { page: '{page}' })} data-needs-js hidden>
              <Checkbox name="at" defaultChecked autoComplete="off">
                {t('openAt', { page: 1 })}
              </Checkbox>
            </div>
          )}
        </div>
        <div className={css.ways}>
          {SITES.map((site) => (
            <a
              key={site.name}
              href={fill(site.at)}
              target="_blank"
              rel="noopener"
              data-site={site.name}
              data-address={site.at}
            >
              <i>
                <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
                  <path fill="currentColor" d={site.path} />
                </svg>
              </i>
              {site.name}
            </a>
          ))}
          <button type="button" data-system hidden>
            <i>
              <Icon name="share-2" />
            </i>
            {t('moreApps')}
          </button>
        </div>
        <div className={css.ways} data-needs-js>
          {SOON.map((site) => (
            <button key={site} type="button" className={css.soon} data-soon-at={site}>
              <i aria-hidden="true">{site[0]}</i>
              {site}
            </button>
          ))}
        </div>
        <p className={css.told} role="status" data-tell />
      </div>
    </Panel>
  );
}
