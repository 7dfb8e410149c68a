/** A network namespace of its own, whose line to this machine can be cut without a word (root on Linux alone). */
import { execFileSync } from 'node:child_process';
import { type Gate, openGate } from './gate.ts';

export type Island = {
  /** Its address, for what listens inside. */
  address: string;
  /** Words before a command that is to run inside. */
  wrapper: readonly string[];
  /** An address by which a port of this machine's loopback is reached from inside. */
  reach(port: number): Promise<{ host: string; port: number }>;
  /** From now on packets are lost in both directions; nobody is told. */
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
        // It was never made.
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
    // The link stays up on both sides, as it does behind a switch that has failed.
    cut: () => ip('link', 'set', near, 'nomaster'),
    heal: () => ip('link', 'set', near, 'master', bridge),
    async end() {
      for (const gate of gates.values()) await (await gate).close();
      remove();
      process.off('exit', remove);
    },
  };
}
