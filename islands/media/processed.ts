import type { Api } from '../../server/api.ts';
import type { ReplyOf } from '../../server/lib/contract.ts';
import { api } from '../api.ts';
import { poll } from '../poll.ts';

type Media = ReplyOf<Api['GET /media/:id']>['media'];

/** Waits until the worker has finished or `signal` aborts, then returns the picture's state. */
export async function processed(id: string, signal: AbortSignal): Promise<Media> {
  const ask = async () => (await api('GET /media/:id', { params: { id }, signal })).media;
  let media = await ask();
  const isUnderWay = () => media.state === 'queued' || media.state === 'processing';
  if (isUnderWay()) {
    await poll(async () => {
      media = await ask();
      return isUnderWay();
    }, signal);
  }
  return media;
}
