import type { WebModule } from '#platform/web/registry/registry.ts';
import { promotion as model } from '#promotion/model/module.ts';
import { giftActions } from './gift-actions.ts';
import { distributeActions, simulateActions } from './activity-actions.ts';

/** What the browser shows of the module beside what its definitions give. */
export const promotion: WebModule = {
  model,
  pages: {
    'promotion/activity': async () => (await import('#promotion/web/calendar/activity-page.tsx')).ActivityPage,
    'points/points': async () => (await import('#promotion/web/points/points-page.tsx')).PointsPage,
    'promotion/integralbalance': async () => (await import('#promotion/web/points/points-page.tsx')).IntegralPage,
  },
  actions: { 'promotion:gift': giftActions, 'promotion:activity': [...simulateActions, ...distributeActions] },
  lineEditors: {
    'promotion:activity': async () => (await import('#promotion/web/rule-editor.tsx')).RuleEditor,
  },
  inputs: {
    'promotion:activity.policyRuleTypeCode': async () => (await import('#promotion/web/rule-editor.tsx')).RuleTypeBelow,
    'promotion:activity.scopes': async () => (await import('#promotion/web/activity-inputs.tsx')).ActivityScope,
    'promotion:activity.orderTypes': async () => (await import('#promotion/web/activity-inputs.tsx')).OrderTypes,
    'promotion:rule.ruleList': async () => (await import('#promotion/web/kept-rules.tsx')).KeptRules,
    'promotion:gift.lines': async () => (await import('#promotion/web/package-lines.tsx')).PackageLines,
  },
  dialogs: { chooseGifts: async () => (await import('#promotion/web/gift-dialog.tsx')).chooseGifts },
  pickerRules: async () => (await import('#promotion/web/pickers.ts')).promotionPickers,
};
