import { translator } from '../../../locales/messages.ts';
import {
  listActions,
  listAdministrators,
} from '../../../server/domains/administration/administration/queries-log.ts';
import { ADMIN_ACTIONS } from '../../../server/domains/platform/audit/rules.ts';
import { isId } from '../../../server/lib/ids.ts';
import { administratorData } from '../../layout/data.ts';

const SHOWN_COUNT = 50;

const idIn = (query: URLSearchParams, name: string): string | undefined => {
  const id = query.get(name);
  return id !== null && isId(id) ? id : undefined;
};

export const data = administratorData(async ({ deps, locale, query }) => {
  const deed = ADMIN_ACTIONS.find((known) => known === query.get('deed'));
  const wanted = Number(query.get('before'));
  const before = Number.isSafeInteger(wanted) && wanted > 0 ? wanted : undefined;
  const filter = { actorId: idIn(query, 'actor'), subjectId: idIn(query, 'subject'), deed };
  const [log, administrators] = await Promise.all([
    listActions(deps, { ...filter, before, most: SHOWN_COUNT }),
    listAdministrators(deps),
  ]);
  return {
    head: { title: translator(locale, 'administration')('rooms.log') },
    ...log,
    administrators,
    actor: filter.actorId ?? null,
    subject: filter.subjectId ?? null,
    deed: deed ?? null,
    isFirst: before === undefined,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
