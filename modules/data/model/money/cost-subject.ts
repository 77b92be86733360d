import { defineEntity } from '#platform/model/entity.ts';
import { choice, ref, type RefTarget } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { budgetControl } from '#data/model/value/choices.ts';

export const costSubject = defineEntity({
  name: 'data:costsubject',
  label: ['费用科目', '費用科目', 'Expense item'],
  path: '/data/bd/finnance/costsubj',
  tree: true,
  fields: {
    code: code(),
    name: name(),
    budgetAccountCode: ref(['预算科目编码', '預算科目編碼', 'Budget account code'], (): RefTarget => budgetAccount),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'parentName', 'budgetAccountCode', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'budgetAccountCode', 'status'],
  },
  screen: { area: 'masterData', url: 'data/costsubject', sort: 35, title: ['费用科目', '費用科目', 'Expense items'] },
});

export const budgetAccount = defineEntity({
  name: 'data:budgetaccount',
  label: ['预算科目', '預算科目', 'Budget account'],
  path: '/data/console/budgetAccount',
  tree: true,
  fields: {
    code: code(),
    name: name(),
    costSubjectCode: ref(['费用科目编码', '費用科目編碼', 'Expense item code'], () => costSubject),
    control: choice(['控制方式', '控制方式', 'Control'], budgetControl, {
      none: ['随部门预算', '隨部門預算', 'Of the budget'],
    }),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'parentName', 'costSubjectCode', 'control', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'costSubjectCode', 'control', 'status'],
  },
  screen: {
    area: 'masterData',
    url: 'data/budgetaccount',
    sort: 32,
    title: ['预算科目', '預算科目', 'Budget accounts'],
  },
});
