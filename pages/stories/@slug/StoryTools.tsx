import { PlainIsland } from '#islands/runtime/PlainIsland.tsx';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../addresses.ts';
import { useFrame } from '../../layout/context.ts';
import { IconButton, IconLink } from '../../ui/IconButton.tsx';
import { panelAnchor } from '../panels/Panel.tsx';
import css from './StoryTools.module.css';

/** Share and report. Their panels are at another address of the page and load on demand. */
export function StoryTools({ slug }: { slug: string }) {
  const t = useTranslations('story');
  const href = useHref();
  const { preview } = useFrame();
  if (preview !== null) return null;
  const tools = [
    { name: 'share', icon: 'share-2', label: t('share') },
    { name: 'report', icon: 'flag', label: t('report') },
  ] as const;
  const to = (name: (typeof tools)[number]['name']) =>
    href(address('/stories/@slug', { slug }, { query: { panels: 1 }, hash: panelAnchor(name) }));
  return (
    <PlainIsland name="stage" wake="touch">
      <div className={css.tools}>
        {tools.map(({ name, icon, label }) => (
          <IconButton
            key={name}
            icon={icon}
            label={label}
            data-tool={name}
            data-href={to(name)}
            data-needs-js
          />
        ))}
        <noscript>
          {tools.map(({ name, icon, label }) => (
            <IconLink key={name} icon={icon} label={label} href={to(name)} rel="nofollow" />
          ))}
        </noscript>
      </div>
    </PlainIsland>
  );
}
