import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Hears what other processes announce at commit, on one connection whatever the number of channels. */
export interface Ear {
  hear(channel: string, onNotice: (payload: string) => void, onLost: () => void): void;
  stop(): Promise<void>;
}

interface Listener {
  readonly channel: string;
  readonly onNotice: (payload: string) => void;
  readonly onLost: () => void;
}

/** Milliseconds until a broken line is made anew: a server that restarts is not asked by everybody all the time. */
const pause = 1000;

/**
 * One connection that only listens. A line can be lost without a word (a firewall that forgot it, a machine without
 * power), so it is asked something every `everyMs`, and given up when no answer comes as long again.
 */
export function openEar(config: pg.ClientConfig, everyMs: number): Ear {
  const listeners: Listener[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  let line: Line | null = null;
  let running: Promise<void> | null = null;

  /** The life of one connection: it ends by an error, its own or that of a question without answer. */
  async function live(): Promise<void> {
    const made = openLine({ ...config, query_timeout: everyMs }, (channel, payload) => {
      for (const listener of listeners) if (listener.channel === channel) listener.onNotice(payload);
    });
    try {
      await made.connect();
      line = made;
      for (const channel of new Set(listeners.map((listener) => listener.channel))) await made.ask(listenTo(channel));
      tell(listeners);
      for (;;) {
        await Promise.race([made.ended, sleep(everyMs, null, { signal, ref: false })]);
        await made.ask('select 1');
      }
    } finally {
      line = null;
      made.close();
    }
  }

  async function keep(): Promise<void> {
    while (!signal.aborted) {
      await live().catch(() => undefined);
      tell(listeners);
      if (!signal.aborted) await sleep(pause, null, { signal, ref: false }).catch(() => undefined);
    }
  }

  return {
    hear(channel, onNotice, onLost) {
      const listener = { channel, onNotice, onLost };
      listeners.push(listener);
      running ??= keep();
      // A line that breaks meanwhile listens to every channel when it is back.
      line?.ask(listenTo(channel)).then(onLost, () => undefined);
    },
    stop: async () => {
      stopping.abort();
      line?.close();
      await running;
    },
  };
}

const listenTo = (channel: string): string => `listen ${pg.escapeIdentifier(channel)}`;
const tell = (listeners: readonly Listener[]): void => {
  for (const { onLost } of listeners) onLost();
};

interface Line {
  readonly ended: Promise<void>;
  connect(): Promise<unknown>;
  /** One question after the other. */
  ask(text: string): Promise<unknown>;
  close(): void;
}

function openLine(config: pg.ClientConfig, onNotice: (channel: string, payload: string) => void): Line {
  const client = new pg.Client(config);
  client.on('notification', ({ channel, payload }) => {
    onNotice(channel, payload ?? '');
  });
  // Unheard, the event would end the process.
  client.on('error', () => undefined);
  let turn: Promise<unknown> = Promise.resolve();
  return {
    ended: new Promise((resolve) => {
      client.once('end', () => {
        resolve();
      });
    }),
    connect: () => client.connect(),
    ask: (text) => {
      const asked = turn.then(() => client.query(text));
      turn = asked.catch(() => undefined);
      return asked;
    },
    // The end of a connection is not waited for: a silent server would not answer the goodbye.
    close: () => void client.end().catch(() => undefined),
  };
}
