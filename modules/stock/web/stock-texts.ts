import type { Label } from '#platform/model/label.ts';

export const stockTexts = {
  red: ['红冲', '紅沖', 'Make red'],
  confirmRed: [
    '为 {count} 张单据生成红字单据？审核红字单据后，数量和成本按原单退回',
    '為 {count} 張單據產生紅字單據？審核紅字單據後，數量和成本按原單退回',
    'Make red documents of {count} {count:movement|movements}? Approved, they take back the goods at what they cost',
  ],
  unfreeze: ['解冻', '解凍', 'Unfreeze'],
  confirmUnfreeze: [
    '{count} 张单据退回的召回货物已检查，可以使用？',
    '{count} 張單據退回的召回貨物已檢查，可以使用？',
    'The recalled goods of {count} {count:movement|movements} were looked at and may be used?',
  ],
  pick: ['拣货', '揀貨', 'Pick'],
  pickTitle: ['拣货 {code}', '揀貨 {code}', 'Pick {code}'],
  scan: [
    '扫描或输入条码，回车确认；多件可用“12*条码”',
    '掃描或輸入條碼，Enter 確認；多件可用「12*條碼」',
    'Scan or type a barcode and press Enter; several pieces as 12*barcode',
  ],
  barcode: ['条码', '條碼', 'Barcode'],
  counted: ['{product} +{number}', '{product} +{number}', '{product} +{number}'],
  progress: ['已拣 {picked} / {number}', '已揀 {picked} / {number}', '{picked} of {number} picked'],
  complete: ['全部拣齐', '全部揀齊', 'All picked'],
  unpick: ['重新拣货', '重新揀貨', 'Begin anew'],
  confirmUnpick: [
    '清除已拣数量，从头扫描？',
    '清除已揀數量，從頭掃描？',
    'Clear what was picked and scan from the beginning?',
  ],
  close: ['关闭', '關閉', 'Close'],
  left: ['待拣', '待揀', 'Left'],
  printPicking: ['打印拣货单', '列印揀貨單', 'Print picking list'],
  count: ['盘点录入', '盤點錄入', 'Count'],
  countTitle: ['盘点 {code}', '盤點 {code}', 'Count {code}'],
  countScan: [
    '扫描条码，每次加一；多件可用“12*条码”',
    '掃描條碼，每次加一；多件可用「12*條碼」',
    'Scan a barcode for one piece; several as 12*barcode',
  ],
  countedAs: ['{product}：{number}', '{product}：{number}', '{product}: {number}'],
  countProgress: ['已盘 {done} / {all} 种', '已盤 {done} / {all} 種', '{done} of {all} counted'],
  recountProgress: ['已复盘 {done} / {all} 种', '已複盤 {done} / {all} 種', '{done} of {all} recounted'],
  recount: ['复盘', '複盤', 'Recount'],
  confirmRecount: [
    '有差异的产品再盘一次，以复盘数量为准？',
    '有差異的產品再盤一次，以複盤數量為準？',
    'Count what differs once more? The second number stands',
  ],
  entriesOf: [
    '{product} 在 {storage} 的收发明细',
    '{product} 在 {storage} 的收發明細',
    'Entries of {product} in {storage}',
  ],
} as const satisfies Readonly<Record<string, Label>>;
