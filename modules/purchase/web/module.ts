import type { WebModule } from '#platform/web/registry/registry.ts';
import { purchase as model } from '#purchase/model/module.ts';
import { demandActions } from './demand-actions.ts';
import { peerTexts } from './peer/peer-texts.ts';
import { purchaseActions } from './purchase-actions.ts';

/** What the browser shows of the module beside what its definitions give. */
export const purchase: WebModule = {
  model,
  actions: { 'order:demand': demandActions, 'order:purchase': purchaseActions },
  asides: [
    {
      key: 'peer',
      label: peerTexts.pair,
      shortcut: 'F8',
      isInternal: true,
      isOffered: ({ name }, { pushStatus }) => name === 'order:purchase' && pushStatus != null && pushStatus !== '0',
      load: async () => (await import('#purchase/web/peer/peer-aside.tsx')).PeerAside,
    },
    {
      key: 'peerOrder',
      label: peerTexts.pair,
      isInternal: true,
      isOffered: ({ name }, { peerCode }) => name === 'order:order' && typeof peerCode === 'string' && peerCode !== '',
      load: async () => (await import('#purchase/web/peer/peer-aside.tsx')).PeerAside,
    },
  ],
};
