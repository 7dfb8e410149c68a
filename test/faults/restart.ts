/** Members that end and begin again, in order or by force. */
import type { Member } from '../support/installation/member.ts';
import type { Installation } from '../support/installation.ts';
import type { Environment } from '../support/processes.ts';

/** All at once and in order; `extra` is for their next life alone. */
export async function restart(
  members: readonly (Member | undefined)[],
  extra: Environment = {},
): Promise<void> {
  await Promise.all(
    members.map(async (member) => {
      await member?.stop();
      await member?.start(extra);
    }),
  );
}

/** Everybody of the house, and a worker lives all the time. */
export async function restartAll({ servers, workers }: Installation, extra: Environment = {}): Promise<void> {
  const inTurn = async (): Promise<void> => {
    for (const worker of workers) await restart([worker], extra);
  };
  await Promise.all([restart(servers, extra), inTurn()]);
}

/** One after the other, each started again at once, so that one of them lives all the time. */
export async function killInTurns(
  members: readonly Member[],
  kills: number,
  rest: () => Promise<unknown> = async () => {},
): Promise<void> {
  for (let killed = 0; killed < kills; killed += 1) {
    const member = members[killed % members.length];
    await member?.kill();
    await member?.start();
    await rest();
  }
}
