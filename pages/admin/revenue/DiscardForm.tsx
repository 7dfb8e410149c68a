import { ActionForm } from '#islands/ActionForm.tsx';
import { useTranslations } from '#locales/react.tsx';
import { Button } from '#pages/ui/Button.tsx';

export function DiscardForm({ id, alone = false }: { id: string; alone?: boolean }) {
  const t = useTranslations('revenueImport');
  return (
    <ActionForm call="POST /admin/revenue_imports/:id/discard" params={{ id }}>
      <Button type="submit" kind={alone ? 'outlined' : 'quiet'}>
        {t('discard')}
      </Button>
    </ActionForm>
  );
}
