import { formatDate, formatNumber } from '../../locales/index.ts';
import { useTranslations } from '../../locales/react.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Entry } from '../ui/Entry.tsx';
import { Rows } from '../ui/Rows.tsx';

export type ExportRow = {
  id: string;
  created_at: string;
  expires_at: string | null;
  bytes: number | null;
  /** Null while being packed. */
  url: string | null;
};

const MEBIBYTE = 1024 * 1024;

export function Exports({ copies, timezone }: { copies: readonly ExportRow[]; timezone: string }) {
  const t = useTranslations('settings');
  if (copies.length === 0) return null;
  return (
    <Rows>
      {copies.map(({ id, created_at, expires_at, bytes, url }) => (
        <Entry
          key={id}
          name={t('copyOf', { date: formatDate(created_at, timezone) })}
          facts={
            <p>
              {url === null || expires_at === null
                ? t('copyPreparing')
                : t('copyReady', {
                    size: formatNumber(Math.max(0.1, Math.round((bytes ?? 0) / (MEBIBYTE / 10)) / 10)),
                    date: formatDate(expires_at, timezone),
                  })}
            </p>
          }
        >
          {url !== null && <LinkButton href={url}>{t('download')}</LinkButton>}
        </Entry>
      ))}
    </Rows>
  );
}
