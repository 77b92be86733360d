import { integer } from '#platform/model/field.ts';
import { defineJob } from '#platform/model/job.ts';
import type { Label } from '#platform/model/label.ts';

const days = (usual: string) => integer(['保留天数', '保留天數', 'Days to keep'], { required: true, default: usual });

export const sealOperationLog = defineJob({
  name: 'sealOperationLog',
  label: ['封存操作日志', '封存操作日誌', 'Seal the operation log'],
  remark: [
    '把尚未封存的操作日志加入哈希链；后台进程每秒也会执行一次',
    '把尚未封存的操作日誌加入雜湊鏈；後台程序每秒也會執行一次',
    'Adds what is not sealed yet to the hash chain; the worker does so every second by itself',
  ],
  params: {},
});

export const verifyOperationLog = defineJob({
  name: 'verifyOperationLog',
  label: ['校验操作日志', '校驗操作日誌', 'Verify the operation log'],
  remark: [
    '沿哈希链核对本租户的操作日志，被改或缺失的行写入任务日志',
    '沿雜湊鏈核對本租戶的操作日誌，被改或缺失的列寫入任務日誌',
    'Follows the hash chain of every tenant; a row that was changed or is missing is named in the job log',
  ],
  params: {},
  isPerTenant: true,
});

export const sweepFiles = defineJob({
  name: 'sweepFiles',
  label: ['清理无主文件', '清理無主檔案', 'Clean up orphan files'],
  remark: [
    '删除一天以来没有任何记录引用的文件',
    '刪除一天以來沒有任何記錄引用的檔案',
    'Deletes files that no record has shown for a day',
  ],
  params: {},
});

export const sweepKeys = defineJob({
  name: 'sweepKeys',
  label: ['清理幂等键', '清理冪等鍵', 'Clean up idempotency keys'],
  remark: [
    '删除过期的幂等键和任务收件记录',
    '刪除過期的冪等鍵和任務收件記錄',
    'Deletes old idempotency keys and inbox rows of jobs',
  ],
  params: { days: days('7') },
});

export const sweepDrafts = defineJob({
  name: 'sweepDrafts',
  label: ['清理草稿', '清理草稿', 'Clean up drafts'],
  remark: ['删除长期未动的未保存草稿', '刪除長期未動的未儲存草稿', 'Deletes unsaved work that nobody touched for long'],
  params: { days: days('30') },
});

export const sweepRuns = defineJob({
  name: 'sweepRuns',
  label: ['清理任务日志', '清理任務日誌', 'Clean up job logs'],
  remark: ['删除过期的任务日志', '刪除過期的任務日誌', 'Deletes old rows of the job log'],
  params: { days: days('90') },
});

export const endSessions = defineJob({
  name: 'endSessions',
  label: ['结束过期会话', '結束過期會話', 'End expired sessions'],
  remark: [
    '结束超时的会话，清理用过的票据和验证码',
    '結束逾時的會話，清理用過的票據和驗證碼',
    'Ends sessions that ran out and sweeps used tickets and captchas',
  ],
  params: {},
});

export const checkLedgers = defineJob({
  name: 'checkLedgers',
  label: ['核对账本', '核對帳本', 'Check the ledgers'],
  remark: [
    '逐租户核对每本账的余额与明细，不符之处写入任务日志',
    '逐租戶核對每本帳的餘額與明細，不符之處寫入任務日誌',
    'Adds up every ledger of every tenant; what differs is named in the job log',
  ],
  params: {},
  isPerTenant: true,
});

/** The jobs of this module by name, as lists show them; a job of another module shows under its own name. */
export const jobWords: Readonly<Record<string, Label>> = Object.fromEntries(
  [sealOperationLog, verifyOperationLog, sweepFiles, sweepKeys, sweepDrafts, sweepRuns, endSessions, checkLedgers].map(
    ({ name, label }) => [name, label],
  ),
);
