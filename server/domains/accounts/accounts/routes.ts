import type { Deps } from '../../../deps.ts';
import type { BodyOf } from '../../../lib/contract.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { listTimezones } from '../../../lib/timezones.ts';
import { STORY_LANGUAGES } from '../../publishing/stories/rules.ts';
import { confirmEmail, resendConfirmation } from './confirmation.ts';
import { accountsContract } from './contract.ts';
import { changeProfile, changeSettings, findProfileProblems, type ProfileChange } from './profile.ts';
import { findBadgedAccount, findOwnAccount } from './queries.ts';

export const accountsRoutes = defineRoutes<typeof accountsContract, Deps>(
  accountsContract,
  {
    'GET /user/account': async ({ deps, viewer, request }) => findBadgedAccount(deps, viewer, request),
    'GET /auth/my_profile': async ({ deps, viewer, request }) => findBadgedAccount(deps, viewer, request),
    'GET /user/profile': async ({ deps, viewer, request }) => findBadgedAccount(deps, viewer, request),
    'PUT /user/profile': async ({ deps, viewer, body, request }) => {
      const { confirmationSent } = await changeProfile(deps, viewer, changeOf(body));
      const { user } = await findBadgedAccount(deps, viewer, request);
      // The next page uses the language just chosen.
      if (body.language !== undefined) request.locale = body.language;
      return {
        user,
        message: request.translate(confirmationSent ? 'profile_saved_confirm' : 'profile_saved'),
      };
    },
    'PUT /user/settings': async ({ deps, viewer, body, request }) => {
      await changeSettings(deps, viewer.id, body.notifications);
      const { user_settings } = await findOwnAccount(deps, viewer.id);
      return { user_settings, message: request.translate('settings_changed') };
    },
    'POST /user/confirm_email': async ({ deps, viewer, body, request }) => {
      await confirmEmail(deps, { token: body.token, address: request.ip });
      return { message: request.translate('email_confirmed'), signed_in: viewer !== null };
    },
    'POST /user/confirm_email/resend': async ({ deps, viewer, request }) => {
      await resendConfirmation(deps, viewer.id);
      return { message: request.translate('confirmation_sent') };
    },
    'GET /timezones': async ({ deps, locale }) => ({
      timezones: listTimezones(locale, deps.clock.now()).map(({ offset, label, zoneName }) => ({
        offset,
        label,
        zone_name: zoneName,
      })),
    }),
    'GET /creator/content_languages': async ({ locale }) => ({ languages: contentLanguages(locale) }),
    'GET /creator/content_languages/preferred': async ({ deps, viewer }) => ({
      languages: (await findOwnAccount(deps, viewer.id)).user.preferred_languages,
    }),
    'PUT /creator/content_languages/preferred': async ({ deps, viewer, body }) => {
      await changeProfile(deps, viewer, { preferredLanguages: body.languages });
      return { languages: body.languages };
    },
  },
  {
    'PUT /user/profile': async (given, { deps, viewer }) =>
      findProfileProblems(deps, viewer.id, changeOf(given)),
  },
);

const changeOf = (body: Partial<BodyOf<(typeof accountsContract)['PUT /user/profile']>>): ProfileChange => ({
  displayName: body.display_name,
  name: body.name,
  website: body.website,
  bio: body.bio,
  email: body.email,
  currentPassword: body.current_password,
  dateOfBirth: body.date_of_birth,
  guardianConsent: body.guardian_consent,
  timezone: body.timezone,
  language: body.language,
  pictureMediaId: body.picture_media_id,
  preferredLanguages: body.preferred_languages,
});

function contentLanguages(locale: string): { code: string; label: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'language' });
  return STORY_LANGUAGES.map((code) => ({ code, label: names.of(code) ?? code })).sort((a, b) =>
    a.label.localeCompare(b.label, locale),
  );
}
