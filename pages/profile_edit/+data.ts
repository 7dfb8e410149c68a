import { translator } from '../../locales/messages.ts';
import { findOwnAccount } from '../../server/domains/accounts/accounts/queries.ts';
import { listTimezones } from '../../server/lib/timezones.ts';
import { languageOptions } from '../creator/languages.ts';
import { viewerData } from '../layout/data.ts';

export const data = viewerData(async ({ deps, viewer, locale }) => {
  const { user } = await findOwnAccount(deps, viewer.id);
  const zones = listTimezones(locale, deps.clock.now()).map(({ offset, label, zoneName }) => ({
    value: zoneName,
    label: `UTC${offset} · ${label} (${zoneName})`,
  }));
  const isListed = zones.some(({ value }) => value === user.timezone);
  return {
    head: { title: translator(locale, 'profile')('title') },
    form: {
      user: {
        display_name: user.display_name,
        name: user.name,
        website: user.website,
        bio: user.bio,
        email: user.email,
        pending_email: user.pending_email,
        date_of_birth: user.date_of_birth,
        timezone: user.timezone,
        language: user.language,
        has_password: user.has_password,
      },
      // A zone missing in the list stays until the user chooses another.
      timezones: isListed ? zones : [{ value: user.timezone, label: user.timezone }, ...zones],
    },
    slug: user.slug,
    picture: user.thumbnail_url,
    languages: user.preferred_languages,
    offered: languageOptions(locale),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
