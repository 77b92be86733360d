import type { Label } from '#platform/model/label.ts';

export const processTexts = {
  design: ['设计', '設計', 'Design'],
  designer: ['流程设计', '流程設計', 'Process designer'],
  exportXml: ['导出XML', '匯出XML', 'Export XML'],
  picture: ['流程图', '流程圖', 'Picture'],
  diff: ['版本对比', '版本比較', 'Compare versions'],
  active: ['激活', '啟用', 'Activate'],
  suspend: ['挂起', '掛起', 'Suspend'],
  convert: ['转为模型', '轉為模型', 'Convert to model'],
  confirmConvert: [
    '将用这个版本覆盖模型【{key}】的草稿，继续吗？',
    '將用這個版本覆蓋模型【{key}】的草稿，繼續嗎？',
    'The draft of model {key} will be replaced by this version. Go on?',
  ],
  chooseTwo: [
    '请选择同一流程的一个或两个版本',
    '請選擇同一流程的一個或兩個版本',
    'Choose one or two versions of the same process',
  ],
  before: ['原版本', '原版本', 'Before'],
  after: ['新版本', '新版本', 'After'],
  version: ['第 {n} 版', '第 {n} 版', 'Version {n}'],
  added: ['新增', '新增', 'Added'],
  changed: ['修改', '修改', 'Changed'],
  removed: ['删除', '刪除', 'Removed'],
  same: ['两个版本没有差别', '兩個版本沒有差別', 'The two versions are the same'],
  parallel: ['同时会签', '同時會簽', 'All at once'],
  sequential: ['依次会签', '依次會簽', 'One after the other'],
  nothing: ['（空）', '（空）', '(nothing)'],
  deployFile: ['部署文件', '部署檔案', 'Deploy a file'],
  deployedFile: ['已部署', '已部署', 'Deployed'],
} as const satisfies Readonly<Record<string, Label>>;
