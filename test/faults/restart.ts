import type { Member } from '../support/installation/member.ts';
import type { Installation } from '../support/installation.ts';
import type { Environment } from '../support/processes.ts';

/** Restarts all members at once, orderly. `extra` applies only to the new run. */
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

/** Restarts everything. One worker at a time, so that another one is always alive. */
export async function restartAll({ servers, workers }: Installation, extra: Environment = {}): Promise<void> {
  const inTurn = async (): Promise<void> => {
    for (const worker of workers) await restart([worker], extra);
  };
  await Promise.all([restart(servers, extra), inTurn()]);
}

/** Kills and restarts one member at a time, so that the others stay alive. */
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
