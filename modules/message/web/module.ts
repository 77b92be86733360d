import { mailActions, smsActions } from '#message/web/actions.ts';
import type { WebModule } from '#platform/web/registry/registry.ts';
import { message as model } from '#message/model/module.ts';

/** What the browser shows of the module beside what its definitions give. */
export const message: WebModule = {
  model,
  actions: {
    'message:mailtemplate': mailActions,
    'message:sms': smsActions,
  },
  inputs: {
    'message:mailtemplate.variables': async () => (await import('#message/web/variables-input.tsx')).VariablesInput,
    'message:sms.platform': async () => (await import('#message/web/platform-input.tsx')).PlatformInput,
  },
};
