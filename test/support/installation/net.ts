/** A separate network namespace whose connection to this machine can be cut silently (Linux, root only). */
import { execFileSync } from 'node:child_process';
import { type Gate, openGate } from './gate.ts';

export type Island = {
  /** Address for servers inside. */
  address: string;
  /** Command prefix to run a command inside. */
  wrapper: readonly string[];
  /** Address inside for a port of this machine's loopback. */
  reach(port: number): Promise<{ host: string; port: number }>;
  /** Drops packets in both directions without notice. */
  cut(): void;
  heal(): void;
  end(): Promise<void>;
};

let count = 0;

const ip = (...words: string[]): void => {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });
};

export function openIsland(): Island {
  count += 1;
  const name = `tsz${process.pid}x${count}`;
  const subnet = `10.${200 + (process.pid % 50)}.${count}`;
  const [near, far, bridge] = [
    `tn${process.pid}${count}`,
    `tf${process.pid}${count}`,
    `tb${process.pid}${count}`,
  ];
  const remove = (): void => {
    for (const words of [
      ['netns', 'del', name],
      ['link', 'del', bridge],
    ]) {
      try {
        ip(...words);
      } catch {
        // The namespace was never created.
      }
    }
  };
  process.once('exit', remove);
  ip('netns', 'add', name);
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${subnet}.1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far);
  ip('link', 'set', near, 'master', bridge, 'up');
  ip('link', 'set', far, 'netns', name);
  ip('-n', name, 'addr', 'add', `${subnet}.2/24`, 'dev', far);
  ip('-n', name, 'link', 'set', far, 'up');
  ip('-n', name, 'link', 'set', 'lo', 'up');
  const gates = new Map<number, Promise<Gate>>();
  return {
    address: `${subnet}.2`,
    wrapper: ['ip', 'netns', 'exec', name],
    async reach(port) {
      const gate = gates.get(port) ?? openGate({ port }, `${subnet}.1`);
      gates.set(port, gate);
      const { host, port: own } = await gate;
      return { host, port: own };
    },
    // The link stays up on both sides, as behind a failed switch.
    cut: () => ip('link', 'set', near, 'nomaster'),
    heal: () => ip('link', 'set', near, 'master', bridge),
    async end() {
      for (const gate of gates.values()) await (await gate).close();
      remove();
      process.off('exit', remove);
    },
  };
}
