import { splitUrl } from '../../locales/index.ts';
import { findBadgedAccount } from '../../server/domains/accounts/accounts/queries.ts';
import { isAsked } from '../../server/domains/accounts/consent/rules.ts';
import type { Frame, FrameViewer } from './context.ts';
import type { PageData, PageInit } from './types.ts';

const NOTICES = ['success_notice', 'error_notice'] as const;
const NOTICE_MAX_LENGTH = 200;

/** Public pages contain nothing about the user who requests them. */
export async function frameOf(pageContext: PageInit, data: PageData | undefined): Promise<Frame> {
  const { preview } = pageContext.asked;
  const isPublic = pageContext.nonce === null;
  const { path, query } = splitUrl(pageContext.logicalUrl);
  const [success, error] = NOTICES.map((name) => {
    const text = query.get(name);
    query.delete(name);
    return text && !isPublic ? [...text].slice(0, NOTICE_MAX_LENGTH).join('') : null;
  });
  const rest = query.size > 0 ? `?${query}` : '';
  return {
    path: path + rest,
    isAhead: pageContext.ahead !== undefined,
    notices: { success: success ?? null, error: error ?? null },
    // Previews do not show the member who looks.
    viewer: isPublic || preview ? null : await viewerOf(pageContext),
    story: data?.story,
    asksConsent: isAsked(pageContext.deps.config) && !preview,
    preview,
  };
}

/** Includes picture and counts, so that private pages need no further requests. */
async function viewerOf({ viewer, deps, country }: PageInit): Promise<FrameViewer | null> {
  if (viewer === null) return null;
  const { displayName, publisher, administrator, emailConfirmed } = viewer;
  const known = { displayName, publisher, administrator, emailConfirmed };
  try {
    const { user } = await findBadgedAccount(deps, viewer, { country });
    return {
      ...known,
      thumbnailUrl: user.mini_thumbnail_url,
      notificationCount: user.notification_count,
      walletCoins: user.wallet_coins,
    };
  } catch {
    // The frame also surrounds error pages, when the database may be down.
    return { ...known, thumbnailUrl: null, notificationCount: 0, walletCoins: 0 };
  }
}
