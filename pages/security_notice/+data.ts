import { formatDate, formatTime } from '../../locales/index.ts';
import { translator } from '../../locales/messages.ts';
import { findNoticeFor } from '../../server/domains/accounts/second-factor/notices.ts';
import { describeDevice } from '../../server/domains/accounts/sessions/devices.ts';
import { listWallCovers } from '../../server/domains/publishing/stories/covers.ts';
import { pageData } from '../layout/data.ts';

export const data = pageData(async ({ deps, locale, query }) => {
  const token = query.get('token') ?? '';
  const found = await findNoticeFor(deps, token);
  const covers = await listWallCovers(deps);
  const head = { title: translator(locale, 'securityNotice')('title') };
  if (found === null) return { head, covers, notice: null };
  const { browser, system } = describeDevice(found.userAgent);
  const { createdAt, timezone } = found;
  return {
    head,
    covers,
    notice: {
      token,
      name: found.displayName,
      deed: found.deed,
      device: [browser, system].filter(Boolean).join(' · ') || null,
      when: `${formatDate(createdAt, timezone)} ${formatTime(createdAt, timezone)}, ${timezone.replaceAll('_', ' ')}`,
    },
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
