import type { PageContextServer } from 'vike/types';
import { translator } from '../../locales/messages.ts';
import { failureOf } from '../../server/lib/failure.ts';
import type { PageData } from '../layout/types.ts';

export type ErrorKind = 'notFound' | 'notAvailable' | 'paused' | 'full' | 'refused' | 'goneWrong';

export type Data = PageData & {
  kind: ErrorKind;
  status: number;
  isSent: boolean;
};

export function data(pageContext: PageContextServer): Data {
  const status = failureOf(pageContext)?.status ?? (pageContext.is404 ? 404 : 500);
  const kind = kindOf(status);
  const t = translator(pageContext.locale, 'errors');
  const title =
    kind === 'notFound' ? t('notFoundTitle') : kind === 'notAvailable' ? t('notAvailableTitle') : t(kind);
  return { head: { title, robots: 'noindex' }, kind, status, isSent: pageContext.ahead === 'sent' };
}

function kindOf(status: number): ErrorKind {
  if (status === 404) return 'notFound';
  if (status === 451) return 'notAvailable';
  if (status === 503 || status === 429) return 'paused';
  if (status === 507) return 'full';
  return status < 500 ? 'refused' : 'goneWrong';
}
