import { ActionForm } from '../../../islands/ActionForm.tsx';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { type Address, address } from '../../addresses.ts';
import { useFrame } from '../../layout/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu, MenuLink } from '../../ui/Menu.tsx';

/** Reporting somebody, and hearing nothing of them any more: the same for everybody, and without a script. */
export function PersonMenu({ id, name }: { id: string; name: string }) {
  const t = useTranslations('author');
  const href = useHref();
  const { path } = useFrame();
  const back = href(path as Address);
  const report = address('/report', {}, { query: { type: 'user', id, back } });
  return (
    <Menu trigger={<Icon name="ellipsis" />} label={t('more', { name })} align="start">
      <MenuLink icon="flag" href={href(report)} rel="nofollow">
        {t('report', { name })}
      </MenuLink>
      <li>
        <ActionForm call="PUT /users/:id/mute" params={{ id }} back={back} page={path as Address}>
          <Button type="submit" kind="quiet" icon="volume-x">
            {t('mute', { name })}
          </Button>
        </ActionForm>
      </li>
      <li>
        <ActionForm call="PUT /users/:id/block" params={{ id }} back={back} page={path as Address}>
          <Button type="submit" kind="quiet" icon="ban">
            {t('block', { name })}
          </Button>
        </ActionForm>
      </li>
    </Menu>
  );
}
