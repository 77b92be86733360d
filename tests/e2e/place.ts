import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TemplateName } from './template.ts';

/** A started product and its database, for one file alone. */
export interface Place {
  readonly id: string;
  readonly url: string;
  readonly adminUrl: string;
}

export const takePlace = async (places: string, template: TemplateName): Promise<Place> =>
  JSON.parse(await say(places, '/take', template)) as Place;
export const giveBack = async (places: string, { id }: Place): Promise<void> => {
  await say(places, '/give-back', id);
};

/** Waits as long as it takes: fetch would give up while the demo of a slow machine is still being made. */
function say(places: string, path: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(`${places}${path}`, { method: 'POST' }, (reply) => {
      text(reply).then((answer) => {
        if (reply.statusCode === 200) resolve(answer);
        else reject(new Error(`no product for this file: ${answer}`));
      }, reject);
    })
      .once('error', reject)
      .end(body);
  });
}
