import type { PageContextServer } from 'vike/types';
import { splitUrl } from '../../locales/index.ts';
import type { Frame } from './context.ts';
import type { PageData } from './types.ts';

const NOTICES = ['success_notice', 'error_notice'] as const;
const NOTICE_MAX_LENGTH = 200;

/** Nothing of the user enters a public page, whoever asked for it. */
export function frameOf(pageContext: PageContextServer, data: PageData | undefined): Frame {
  const isPublic = pageContext.nonce === null;
  const { path, query } = splitUrl(pageContext.logicalUrl);
  const [success, error] = NOTICES.map((name) => {
    const text = query.get(name);
    query.delete(name);
    return text && !isPublic ? [...text].slice(0, NOTICE_MAX_LENGTH).join('') : null;
  });
  const rest = query.size > 0 ? `?${query}` : '';
  const { viewer } = pageContext;
  return {
    path: path + rest,
    notices: { success: success ?? null, error: error ?? null },
    viewer: viewer && !isPublic ? { displayName: viewer.displayName, publisher: viewer.publisher } : null,
    story: data?.story,
  };
}
