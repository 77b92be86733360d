import type { Label } from '#platform/model/label.ts';
import { drawProcess, type Drawing, type DrawnNode } from './drawing.ts';
import { withPlaces } from './layout.ts';

/** A process that comes with the product: loaded in the designer, changed to one's own people, deployed. */
export interface Template {
  readonly key: string;
  readonly name: Label;
  readonly docType: string;
  readonly draw: (settings: Settings) => Drawing;
}

export interface Settings {
  /** From which amount on an order is looked at twice (SD032). */
  readonly threshold: string;
}

const step = (id: string, name: string, approvers: string, more: Partial<DrawnNode> = {}): DrawnNode => ({
  kind: 'userTask',
  id,
  name,
  approvers,
  fallbackRole: 'TENANT_ADMIN',
  ...more,
});

/**
 * Goods that change hands or are found wanting: whoever answers for the warehouse first, then who answers for money.
 */
const keeperThenFinance = (key: string, name: string, docType: string): Drawing => ({
  key,
  name,
  docType,
  nodes: [
    { kind: 'startEvent', id: 'start', name: '提交' },
    step('keeper', '仓库审批', 'role-org:WAREHOUSE', { dueDate: 'P1D' }),
    step('finance', '应收会计审批', 'role:AR_ACCOUNTANT', { dueDate: 'P2D' }),
    { kind: 'endEvent', id: 'end', name: '审核' },
  ],
  flows: [
    ['start', 'keeper'],
    ['keeper', 'finance'],
    ['finance', 'end'],
  ],
});

/** What a department may spend: its head, the accountant of expenses, the general manager. */
const budgeting = (key: string, name: string, docType: string): Drawing => ({
  key,
  name,
  docType,
  nodes: [
    { kind: 'startEvent', id: 'start', name: '提交' },
    step('leader', '部门负责人审批', 'dept-leader:starter:1', { dueDate: 'P1D' }),
    step('finance', '费用会计审批', 'role:EXPENSE_ACCOUNTANT', { dueDate: 'P2D' }),
    step('general', '总经理审批', 'role:GENERAL_MANAGER', { dueDate: 'P2D' }),
    { kind: 'endEvent', id: 'end', name: '审核' },
  ],
  flows: [
    ['start', 'leader'],
    ['leader', 'finance'],
    ['finance', 'general'],
    ['general', 'end'],
  ],
});

/**
 * Money that is to leave for a supplier: whoever leads the applicant, the general manager where it is much or an
 * invoice differs from its receipt, then who keeps the books. The cashier pays afterwards and decides nothing (D6).
 */
const supplierPay = (key: string, name: string, docType: string, large: string): Drawing => ({
  key,
  name,
  docType,
  nodes: [
    { kind: 'startEvent', id: 'start', name: '提交' },
    step('leader', '部门负责人审批', 'dept-leader:starter:1', { dueDate: 'P1D' }),
    { kind: 'exclusiveGateway', id: 'large', name: '金额较大或发票不符？', defaultFlow: 'small' },
    step('general', '总经理审批', 'role:GENERAL_MANAGER', { dueDate: 'P2D' }),
    step('accountant', '费用会计审批', 'role:EXPENSE_ACCOUNTANT', { dueDate: 'P2D' }),
    { kind: 'endEvent', id: 'end', name: '审核' },
  ],
  flows: [
    ['start', 'leader'],
    ['leader', 'large'],
    ['large', 'general', { id: 'over', when: large }],
    ['large', 'accountant', { id: 'small' }],
    ['general', 'accountant'],
    ['accountant', 'end'],
  ],
});

/**
 * Money that people of the house claim or borrow: whoever leads the applicant, the general manager where a budget or a
 * policy is exceeded, then who keeps the books. The cashier pays afterwards and decides nothing (D6).
 */
const claiming = (key: string, name: string, docType: string, question: string, beyond: string): Drawing => ({
  key,
  name,
  docType,
  nodes: [
    { kind: 'startEvent', id: 'start', name: '提交' },
    step('leader', '部门负责人审批', 'dept-leader:starter:1', { dueDate: 'P1D' }),
    { kind: 'exclusiveGateway', id: 'beyond', name: question, defaultFlow: 'within' },
    step('general', '总经理审批', 'role:GENERAL_MANAGER', { dueDate: 'P2D' }),
    step('accountant', '费用会计审批', 'role:EXPENSE_ACCOUNTANT', { dueDate: 'P2D' }),
    { kind: 'endEvent', id: 'end', name: '审核' },
  ],
  flows: [
    ['start', 'leader'],
    ['leader', 'beyond'],
    ['beyond', 'general', { id: 'over', when: beyond }],
    ['beyond', 'accountant', { id: 'within' }],
    ['general', 'accountant'],
    ['accountant', 'end'],
  ],
});

const beyondLimits = 'overBudget = true or overPolicy = true';

/**
 * Roles are those that every tenant is made with; a step that finds nobody goes to the administrator and never gets
 * lost.
 */
export const templates: readonly Template[] = [
  {
    key: 'SO_NORMAL',
    name: ['销售订单审批（按金额）', '銷售訂單審批（按金額）', 'Sales order, by amount'],
    docType: 'SO',
    draw: ({ threshold }) => ({
      key: 'SO_NORMAL',
      name: '销售订单审批',
      docType: 'SO',
      nodes: [
        { kind: 'startEvent', id: 'start', name: '提交' },
        step('manager', '销售经理审批', 'role-org:SALES_MANAGER', { dueDate: 'P1D' }),
        { kind: 'exclusiveGateway', id: 'large', name: '金额较大？', defaultFlow: 'small' },
        step('general', '总经理审批', 'role:GENERAL_MANAGER', { dueDate: 'P2D' }),
        { kind: 'endEvent', id: 'end', name: '审核' },
      ],
      flows: [
        ['start', 'manager'],
        ['manager', 'large'],
        ['large', 'general', { id: 'over', when: `amount > ${threshold}` }],
        ['large', 'end', { id: 'small' }],
        ['general', 'end'],
      ],
    }),
  },
  {
    key: 'SO_RETURN',
    name: ['退货审批（质量问题加验）', '退貨審批（品質問題加驗）', 'Return, bad goods looked at'],
    docType: 'RF',
    draw: () => ({
      key: 'SO_RETURN',
      name: '退货审批',
      docType: 'RF',
      nodes: [
        { kind: 'startEvent', id: 'start', name: '提交' },
        step('manager', '销售经理审批', 'role-org:SALES_MANAGER', { dueDate: 'P1D' }),
        { kind: 'exclusiveGateway', id: 'bad', name: '质量问题？', defaultFlow: 'good' },
        step('quality', '仓库验货', 'role:WAREHOUSE', { dueDate: 'P2D' }),
        step('finance', '应收会计审批', 'role:AR_ACCOUNTANT', { dueDate: 'P2D' }),
        { kind: 'endEvent', id: 'end', name: '审核' },
      ],
      flows: [
        ['start', 'manager'],
        ['manager', 'bad'],
        ['bad', 'quality', { id: 'yes', when: 'returnReason = "1"' }],
        ['bad', 'finance', { id: 'good' }],
        ['quality', 'finance'],
        ['finance', 'end'],
      ],
    }),
  },
  {
    key: 'SO_REVISION',
    name: ['订单变更审批（按金额）', '訂單變更審批（按金額）', 'Order revision, by amount'],
    docType: 'SR',
    draw: ({ threshold }) => ({
      key: 'SO_REVISION',
      name: '订单变更审批',
      docType: 'SR',
      nodes: [
        { kind: 'startEvent', id: 'start', name: '提交' },
        step('manager', '销售经理审批', 'role-org:SALES_MANAGER', { dueDate: 'P1D' }),
        { kind: 'exclusiveGateway', id: 'large', name: '金额较大？', defaultFlow: 'small' },
        step('finance', '应收会计审批', 'role:AR_ACCOUNTANT', { dueDate: 'P2D' }),
        { kind: 'endEvent', id: 'end', name: '审核' },
      ],
      flows: [
        ['start', 'manager'],
        ['manager', 'large'],
        ['large', 'finance', { id: 'over', when: `afterAmount > ${threshold}` }],
        ['large', 'end', { id: 'small' }],
        ['finance', 'end'],
      ],
    }),
  },
  {
    key: 'SO_SPECIAL',
    name: ['销售订单审批（特价）', '銷售訂單審批（特價）', 'Sales order, special price'],
    docType: 'SO',
    draw: ({ threshold }) => ({
      key: 'SO_SPECIAL',
      name: '特价订单审批',
      docType: 'SO',
      nodes: [
        { kind: 'startEvent', id: 'start', name: '提交' },
        { kind: 'exclusiveGateway', id: 'special', name: '特价？', defaultFlow: 'ordinary' },
        step('leader', '业务员上级审批', 'salesman-leader', { dueDate: 'P1D' }),
        // Everybody who answers for prices signs; one who is against it rejects, and the order goes back.
        step('prices', '价格会签', 'role:SALES_MANAGER,role:GENERAL_MANAGER', {
          signing: { isSequential: false },
          dueDate: 'P2D',
        }),
        step('manager', '销售经理审批', 'role-org:SALES_MANAGER', { dueDate: 'P1D' }),
        { kind: 'exclusiveGateway', id: 'large', name: '金额较大？', defaultFlow: 'small' },
        step('general', '总经理审批', 'role:GENERAL_MANAGER', { dueDate: 'P2D' }),
        { kind: 'exclusiveGateway', id: 'together', name: '' },
        { kind: 'endEvent', id: 'end', name: '审核' },
      ],
      flows: [
        ['start', 'special'],
        ['special', 'leader', { id: 'yes', when: 'orderType = "1"' }],
        ['special', 'manager', { id: 'ordinary' }],
        ['leader', 'prices'],
        ['prices', 'together'],
        ['manager', 'large'],
        ['large', 'general', { id: 'over', when: `amount > ${threshold}` }],
        ['large', 'together', { id: 'small' }],
        ['general', 'together'],
        ['together', 'end'],
      ],
    }),
  },
  {
    key: 'AL_CROSS',
    name: ['跨组织调拨审批', '跨組織調撥審批', 'Allocation between organisations'],
    docType: 'TA',
    draw: () => keeperThenFinance('AL_CROSS', '跨组织调拨审批', 'TA'),
  },
  {
    key: 'ST_DIFF',
    name: ['盘点差异审批', '盤點差異審批', 'Difference of a count'],
    docType: 'IN',
    draw: () => keeperThenFinance('ST_DIFF', '盘点差异审批', 'IN'),
  },
  {
    key: 'RB_PAYMENT',
    name: ['付款审批', '付款審批', 'Payment to a supplier'],
    docType: 'PY',
    draw: ({ threshold }) => supplierPay('RB_PAYMENT', '付款审批', 'PY', `amount > ${threshold} or mismatch = true`),
  },
  {
    key: 'RB_PREPAYMENT',
    name: ['预付款审批', '預付款審批', 'Prepayment to a supplier'],
    docType: 'PP',
    draw: ({ threshold }) => supplierPay('RB_PREPAYMENT', '预付款审批', 'PP', `amount > ${threshold}`),
  },
  {
    key: 'PU_INVOICE',
    name: ['采购发票审批', '採購發票審批', 'Invoice of a supplier'],
    docType: 'PV',
    draw: ({ threshold }) =>
      supplierPay('PU_INVOICE', '采购发票审批', 'PV', `amount > ${threshold} or mismatch = true`),
  },
  {
    key: 'RB_LOAN',
    name: ['借款审批', '借款審批', 'Loan to an employee'],
    docType: 'LN',
    draw: ({ threshold }) => claiming('RB_LOAN', '借款审批', 'LN', '金额较大？', `amount > ${threshold}`),
  },
  {
    key: 'RB_EXPENSE',
    name: ['费用报销审批', '費用報銷審批', 'Expense claim'],
    docType: 'EX',
    draw: () => claiming('RB_EXPENSE', '费用报销审批', 'EX', '超预算或超标准？', beyondLimits),
  },
  {
    key: 'RB_SPECIAL',
    name: ['专项费用审批', '專項費用審批', 'Special expense claim'],
    docType: 'SE',
    draw: () => claiming('RB_SPECIAL', '专项费用审批', 'SE', '超预算或超标准？', beyondLimits),
  },
  {
    key: 'RB_TRAVEL',
    name: ['差旅报销审批', '差旅報銷審批', 'Travel claim'],
    docType: 'TR',
    draw: () => claiming('RB_TRAVEL', '差旅报销审批', 'TR', '超预算或超标准？', beyondLimits),
  },
  {
    key: 'RB_TRANSPORT',
    name: ['市内交通审批', '市內交通審批', 'City transport claim'],
    docType: 'CT',
    draw: () => claiming('RB_TRANSPORT', '市内交通审批', 'CT', '超预算或超标准？', beyondLimits),
  },
  {
    key: 'INV_APPLY',
    name: ['开票申请审批', '開票申請審批', 'Invoice application'],
    docType: 'IA',
    draw: () => ({
      key: 'INV_APPLY',
      name: '开票申请审批',
      docType: 'IA',
      nodes: [
        { kind: 'startEvent', id: 'start', name: '提交' },
        step('accountant', '应收会计审批', 'role:AR_ACCOUNTANT', { dueDate: 'P2D' }),
        { kind: 'endEvent', id: 'end', name: '审核' },
      ],
      flows: [
        ['start', 'accountant'],
        ['accountant', 'end'],
      ],
    }),
  },
  {
    key: 'BUDGET',
    name: ['费用预算审批', '費用預算審批', 'Budget'],
    docType: 'BG',
    draw: () => budgeting('BUDGET', '费用预算审批', 'BG'),
  },
  {
    key: 'BUDGET_ADJ',
    name: ['预算调整审批', '預算調整審批', 'Budget adjustment'],
    docType: 'BA',
    draw: () => budgeting('BUDGET_ADJ', '预算调整审批', 'BA'),
  },
  {
    key: 'DEMO_CORRECTION',
    name: ['转正申请审批', '轉正申請審批', 'Probation review'],
    docType: 'CR',
    draw: () => ({
      key: 'DEMO_CORRECTION',
      name: '转正申请审批',
      docType: 'CR',
      nodes: [
        { kind: 'startEvent', id: 'start', name: '提交' },
        step('leader', '部门负责人审批', 'dept-leader:starter:1', { dueDate: 'P2D' }),
        step('people', '人事审批', 'role:GENERAL_MANAGER', { dueDate: 'P2D' }),
        { kind: 'endEvent', id: 'end', name: '审核' },
      ],
      flows: [
        ['start', 'leader'],
        ['leader', 'people'],
        ['people', 'end'],
      ],
    }),
  },
];

/** As BPMN with places: what a drawing tool opens. */
export const drawnTemplate = ({ draw }: Template, settings: Settings): string =>
  withPlaces(drawProcess(draw(settings)));
