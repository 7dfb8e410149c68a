import { useTranslations } from '#locales/react.tsx';
import type { ReaderPage } from '#server/domains/reading/reader/queries-reader.ts';
import { address } from '../../../addresses.ts';
import { LanguageMenu } from '../../../layout/LanguageMenu.tsx';
import { classes } from '../../../ui/classes.ts';
import { IconButton, IconLink } from '../../../ui/IconButton.tsx';
import { ToolLink } from '../../panels/ToolLink.tsx';
import { usePanelHref } from '../../panels/usePanelHref.ts';
import { useStoryHref } from '../../preview.ts';
import css from './TopBar.module.css';

/**
 * Back link, title, tools and language. For comics it names the page. On phones, comic tools are in the lower bar and
 * rare novel tools in the contents.
 */
export function TopBar({ reading, canShare }: { reading: ReaderPage; canShare: boolean }) {
  const t = useTranslations('reader');
  const tools = useTranslations('readerTools');
  const href = useStoryHref();
  const panelHref = usePanelHref(reading);
  const slug = reading.storySlug;
  const isComic = reading.content.kind === 'pages';
  const hasContents = reading.content.kind === 'chapters';
  const rare = classes(css.tool, hasContents && css.rare);
  const Name = reading.isNovel ? 'p' : 'h1';
  return (
    <header className={css.bar} data-bar>
      <IconLink icon="arrow-left" label={t('back')} href={href(address('/stories/@slug', { slug }))} />
      <Name className={css.name} lang={reading.storyLanguage} dir="auto">
        <b>{reading.storyTitle}</b>
        <span>
          {reading.number} · {reading.title}
        </span>
      </Name>
      <div className={css.tools} data-below={isComic || undefined}>
        {hasContents && (
          <ToolLink to="contents" href={panelHref('contents')} icon="book-open" className={css.tool}>
            {t('contents')}
          </ToolLink>
        )}
        <ToolLink to="episodes" href={panelHref('episodes')} icon="list" className={rare}>
          {t('episodes')}
        </ToolLink>
        {canShare && reading.content.kind !== 'locked' && (
          <ToolLink to="comments" href={panelHref('comments')} icon="message-circle" className={css.tool}>
            {tools('comments')}
          </ToolLink>
        )}
        {canShare && reading.content.kind !== 'locked' && (
          <ToolLink to="notes" href={panelHref('notes')} icon="sticky-note" className={rare}>
            {tools('notes')}
          </ToolLink>
        )}
        {reading.content.kind !== 'locked' && (
          <ToolLink
            to="reading"
            href={panelHref('reading')}
            icon={isComic ? 'settings-2' : 'a-large-small'}
            className={css.tool}
            needsScript
          >
            {tools('reading')}
          </ToolLink>
        )}
        {canShare && (
          <ToolLink to="share" href={panelHref('share')} icon="share-2" className={rare}>
            {tools('share')}
          </ToolLink>
        )}
      </div>
      {isComic && (
        <div className={css.stage} data-needs-js>
          <IconButton icon="zoom-out" label={tools('zoomOut')} data-tool="zoomOut" />
          <IconButton icon="zoom-in" label={tools('zoomIn')} data-tool="zoomIn" />
          <IconButton icon="book-open" label={tools('twoPages')} data-tool="pairs" aria-pressed="true" />
          <IconButton
            icon="maximize"
            label={tools('fullScreen')}
            data-tool="fullscreen"
            aria-pressed="false"
          />
          <IconButton icon="circle-help" label={tools('help')} data-tool="help" />
        </div>
      )}
      {canShare && (
        <ToolLink to="report" href={panelHref('report')} icon="flag" className={classes(rare, css.sign)}>
          {tools('report')}
        </ToolLink>
      )}
      <LanguageMenu className={css.language} />
    </header>
  );
}
