import { formOf, pdf } from '#tests/files.ts';
import { orderOf, orders } from '#tests/proof/shop.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** Something that was acknowledged, and when it was sent and answered by the clock of whoever asked. */
export interface Acknowledged {
  readonly key: string;
  readonly sent: number;
  readonly got: number;
}

/** Clients that save orders and upload files until they are stopped, and remember what they were told. */
export interface Writers {
  readonly acks: readonly Acknowledged[];
  stop(): Promise<void>;
}

interface Task {
  readonly port: number;
  readonly token: string;
  readonly materials: readonly string[];
}

export function startWriters({ port, token, materials }: Task): Writers {
  const acks: Acknowledged[] = [];
  let isOver = false;
  async function ask(key: string, path: string, body: string | Uint8Array<ArrayBuffer>, type: string): Promise<void> {
    const sent = Date.now();
    const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': type, token, 'idempotency-key': key },
      body,
      signal: AbortSignal.timeout(8000),
    }).then(
      (answer) => answer.json() as Promise<{ code: number }>,
      () => null,
    );
    if (reply?.code === 0) acks.push({ key, sent, got: Date.now() });
  }
  const writers = [0, 1, 2].map(async (n) => {
    for (let i = 0; !isOver; i += 1) {
      const order = orderOf([[materials[i % materials.length] ?? '', '2']]);
      await ask(`moment-${n}-${i}`, orders, JSON.stringify(order), 'application/json');
      if (i % 5 === 0) {
        const { payload, headers } = formOf(pdf(`${n} ${i}`), `rehearsal-${n}-${i}.pdf`);
        const path = `/sys/oss/upload?extraParams=${encodeURIComponent('{"keep":"1"}')}`;
        await ask(`moment-file-${n}-${i}`, path, new Uint8Array(payload), headers['content-type'] ?? '');
      }
      await sleep(40);
    }
  });
  return {
    acks,
    stop: async () => {
      isOver = true;
      await Promise.all(writers);
    },
  };
}
