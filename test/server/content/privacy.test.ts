/** The privacy policy must name every cookie that the product sets. */
import t from 'tap';
import { type Stored, stored } from '../../../pages/cookies/stored.ts';
import { ownContent } from '../../../server/content/load.ts';
import { DAY_MS, HOUR_MS } from '../../../server/lib/durations.ts';
import { LOCALES } from '../../../server/lib/locale.ts';

const cookies = Object.values(stored)
  .flatMap((group) => Object.values<readonly Stored[]>(group).flat())
  .filter(({ place }) => place === 'cookie');

t.test('LEG-07 the privacy policy names every cookie, and for how long it is kept', async (t) => {
  t.ok(cookies.length > 5);
  for (const locale of LOCALES) {
    const about = ownContent()
      .find(locale, 'privacy_policy')
      .sections.find(({ id }) => id === 'cookies')?.html;
    for (const { name, lastsMs = 0 } of cookies) {
      const line = about?.split('<li>').find((item) => item.includes(`<code>${name}</code>`)) ?? '';
      t.ok(line, `${locale}: ${name}`);
      const days = lastsMs / DAY_MS;
      // Session cookies share one lifetime, stated before their list. A year, and less than an hour, are spelled out.
      const isOfSession = ['auth_token', 'signed_in', 'is_publisher'].includes(name);
      if (isOfSession) t.match(about, new RegExp(`\\b${days}\\b`), `${locale}: ${name}`);
      else if (days === 365 && !line.includes('365')) t.match(line, /a year|ein Jahr/, `${locale}: ${name}`);
      else if (lastsMs < HOUR_MS) t.match(line, /an hour|eine Stunde/, `${locale}: ${name}`);
      else t.match(line, new RegExp(`\\b(?:${days}|${lastsMs / HOUR_MS})\\b`), `${locale}: ${name}`);
    }
  }
});
