import { dept } from '#data/model/staff/staff.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { date, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { user } from '#system/model/user.ts';

/** Somebody asks to be kept after the time of trial. It moves nothing: what it is for is its approval. */
export const correction = defineDocument({
  name: 'activiti:correction',
  label: ['转正申请', '轉正申請', 'Probation review'],
  path: '/activiti/correction',
  number: { prefix: 'CR', digits: 4 },
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    applicantId: ref(['申请人', '申請人', 'Applicant'], () => user, { key: 'id' }),
    deptCode: ref(['部门编码', '部門編碼', 'Department code'], () => dept),
    post: text(['岗位', '崗位', 'Position'], { required: true }),
    entryDate: date(['入职日期', '入職日期', 'Entry date'], { required: true }),
    correctionDate: date(['转正日期', '轉正日期', 'Permanent since'], { required: true }),
    workContent: text(['工作内容', '工作內容', 'Work content'], { max: 2000, format: 'multiline', required: true }),
    achievement: text(['工作成绩', '工作成績', 'Achievement'], { max: 2000, format: 'multiline', required: true }),
    remark: remark(),
  },
  lineLabel: ['明细', '明細', 'Lines'],
  lines: {},
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  editable: ['saved', 'stashed'],
  verbs: billVerbs,
  list: {
    columns: [
      'billDate',
      'post',
      'entryDate',
      'correctionDate',
      'applicantName',
      'deptName',
      'organizeName',
      'code',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'deptCode', 'organizeCode', 'billStatus', 'billDate'],
  },
  screen: {
    area: 'workflow',
    url: 'activiti/correction',
    sort: 9,
    title: ['转正申请', '轉正申請', 'Probation review'],
  },
});
