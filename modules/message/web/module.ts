import { mailActions, smsActions } from '#message/web/actions.ts';
import { get } from '#platform/web/api/client.ts';
import type { WebModule } from '#platform/web/registry/registry.ts';
import { message as model } from '#message/model/module.ts';

/** What the browser shows of the module beside what its definitions give. */
export const message: WebModule = {
  model,
  actions: {
    'message:mailtemplate': mailActions,
    'message:sms': smsActions,
  },
  asides: [
    {
      key: 'talk',
      isInternal: true,
      label: ['讨论', '討論', 'Comments'],
      load: async () => (await import('#message/web/comment/talk.tsx')).Talk,
    },
  ],
  asideCounts: async (document, id) =>
    get<Readonly<Record<string, number>>>('/message/comment/counts', { noun: document.name, id }, { isSilent: true }),
  inputs: {
    'message:mailtemplate.variables': async () => (await import('#message/web/variables-input.tsx')).VariablesInput,
    'message:sms.platform': async () => (await import('#message/web/platform-input.tsx')).PlatformInput,
  },
};
