interface Exception {
  readonly which: RegExp;
  readonly reason: string;
}

/** Permissions that no shipped role holds but those of administrators. Every line was weighed by a person. */
export const withAdministratorsOnly: readonly Exception[] = [
  { which: /:backdate$/, reason: 'to write under a day that is over is given to a person by name, never by a role' },
  { which: /^sys:(user|role):/, reason: 'whoever makes users or roles could make himself a mightier one' },
  { which: /^sys:organization:/, reason: 'data scope hangs on organisations' },
  { which: /^data:(dept|personnel|depot):/, reason: 'data scope hangs on departments, people and warehouses' },
  { which: /^sys:(appuser|filepermission|tenantconfig|message):/, reason: 'settings of the whole tenant' },
  { which: /^sys:flownotype:/, reason: 'a number that is designed anew is another series' },
  { which: /^tenant:(params|homepage):/, reason: 'parameters and home pages hold for everybody in the tenant' },
  { which: /^(sys|job):\w+log:delete$/, reason: 'what tells who did what is not deleted by whom it tells of' },
  { which: /^message:/, reason: 'mail and text messages go out in the name of the house' },
  { which: /^activiti:(model|process|deployment|bizroute|running):/, reason: 'what is drawn decides who must agree' },
  { which: /^activiti:correction:/, reason: 'corrections are written by employees and decided by managers' },
  { which: /^approve:/, reason: 'connections to other systems and their approvals' },
];

/** What accounts from outside are given, whole: a new line here is a new thing that strangers may do. */
export const granted = {
  CUSTOMER: [
    'data:product:page',
    'data:product:view',
    'invoice:apply:cancel',
    'invoice:apply:delete',
    'invoice:apply:page',
    'invoice:apply:save',
    'invoice:apply:stash',
    'invoice:apply:unstash',
    'invoice:apply:update',
    'invoice:apply:view',
    'invoice:maintain:page',
    'invoice:maintain:view',
    'order:delivery:page',
    'order:delivery:sign',
    'order:delivery:view',
    'order:order:cancel',
    'order:order:page',
    'order:order:save',
    'order:order:stash',
    'order:order:unstash',
    'order:order:update',
    'order:order:view',
    'order:refund:page',
    'order:refund:view',
    'points:exchangeorder:page',
    'points:exchangeorder:view',
    'points:flow:page',
    'points:points:page',
    'points:points:view',
    'sale:accountcheck:confirm',
    'sale:accountcheck:page',
    'sale:accountcheck:view',
    'sale:rebatestatement:page',
    'sys:about:view',
    'sys:mynotice:page',
    'sys:mynotice:read',
    'sys:mynotice:view',
  ],
  /** Of which a customer reads what everybody reads. */
  openToCustomers: ['data:product'] as readonly string[],
  SUPPLIER: [
    'order:purchase:announce',
    'order:purchase:confirm',
    'order:purchase:page',
    'order:purchase:view',
    'sale:payable:page',
    'sale:payablestatement:page',
    'sys:about:view',
    'sys:mynotice:page',
    'sys:mynotice:read',
    'sys:mynotice:view',
  ],
};
