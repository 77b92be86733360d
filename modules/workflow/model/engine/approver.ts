import type { Label } from '#platform/model/label.ts';

/**
 * Who may approve a step, from a closed vocabulary: a drawn process never carries an expression that somebody would
 * have to run. `role:finance`, `role-org:finance`, `user:<id>`, `starter`, `dept-leader:starter:1`,
 * `dept-leader:previous:2`, `salesman-leader`, `form:applicantId`.
 */
export type Approver =
  | { readonly kind: 'starter' }
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'role'; readonly code: string }
  /** Holders of the role who have power over the bill's organisation. */
  | { readonly kind: 'role-org'; readonly code: string }
  /** Whoever leads the department, `levels` 1 the own, 2 the one above it. */
  | { readonly kind: 'dept-leader'; readonly of: 'starter' | 'previous'; readonly levels: number }
  | { readonly kind: 'salesman-leader' }
  | { readonly kind: 'form'; readonly field: string };

const code = '[\\p{L}\\p{N}_.-]{1,50}';
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Null where a word is none of the vocabulary. */
export function readApprovers(text: string): readonly Approver[] | null {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const found = words.map(readApprover);
  return found.every((approver) => approver !== null) ? found : null;
}

function readApprover(word: string): Approver | null {
  if (word === 'starter' || word === 'salesman-leader') return { kind: word };
  const [, kind, value = ''] = new RegExp(`^(role|role-org|user|form):(${code}|${uuid})$`, 'u').exec(word) ?? [];
  if (kind === 'role' || kind === 'role-org') return { kind, code: value };
  if (kind === 'user') return new RegExp(`^${uuid}$`).test(value) ? { kind, id: value } : null;
  if (kind === 'form') return /^\w+$/.test(value) ? { kind, field: value } : null;
  const leader = /^dept-leader(?::(starter|previous))?(?::([1-9]))?$/.exec(word);
  return leader === null
    ? null
    : {
        kind: 'dept-leader',
        of: leader[1] === 'previous' ? 'previous' : 'starter',
        levels: Number.parseInt(leader[2] ?? '1', 10),
      };
}

export const approverWords: Readonly<Record<Approver['kind'], Label>> = {
  starter: ['发起人', '發起人', 'Whoever started it'],
  user: ['指定用户', '指定使用者', 'A user'],
  role: ['角色', '角色', 'A role'],
  'role-org': ['单据所属组织的角色', '單據所屬組織的角色', 'A role in the organisation of the document'],
  'dept-leader': ['部门负责人', '部門負責人', 'The leader of the department'],
  'salesman-leader': ['业务员的上级', '業務員的上級', 'The leader of the salesperson'],
  form: ['单据字段', '單據欄位', 'A field of the document'],
};
