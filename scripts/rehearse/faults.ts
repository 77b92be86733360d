import { setTimeout as sleep } from 'node:timers/promises';
import type { HaCluster } from './cluster.ts';
import { signal } from './parts.ts';

/** What goes wrong in a rehearsal. */
export const faults = {
  kill: 'kill -9 of the primary',
  switchover: 'switchover',
  etcd: 'etcd frozen for 20 s',
  frozen: 'primary and its Patroni frozen for 45 s',
  standby: 'kill -9 of the synchronous standby',
} as const;
export type Fault = keyof typeof faults;

const acts: Readonly<Record<Fault, (cluster: HaCluster) => Promise<void>>> = {
  async kill(cluster) {
    signal([cluster.postmaster(await cluster.holder('leader'))], 'SIGKILL');
  },
  async switchover(cluster) {
    await cluster.switchover(await cluster.holder('leader'));
  },
  async etcd(cluster) {
    signal([cluster.etcd], 'SIGSTOP');
    await sleep(20_000);
    signal([cluster.etcd], 'SIGCONT');
  },
  /** The fault that kills never show: a primary that comes back and does not know that it is none any more. */
  async frozen(cluster) {
    const pids = cluster.familyOf(await cluster.holder('leader'));
    signal(pids, 'SIGSTOP');
    await sleep(45_000);
    signal(pids, 'SIGCONT');
  },
  async standby(cluster) {
    signal([cluster.postmaster(await cluster.holder('sync_standby'))], 'SIGKILL');
  },
};

export const commit = (fault: Fault, cluster: HaCluster): Promise<void> => acts[fault](cluster);
