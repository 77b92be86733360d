import { fill, type Label } from '#platform/model/label.ts';
import { refusal, type Refusal } from '#platform/model/refusal.ts';
import { limits, type FileFaultName } from '#platform/server/sheet/file-fault.ts';

const unread = refusal('E-IMPORT-FILE', 20050, [
  '文件无法导入：{why}',
  '檔案無法匯入：{why}',
  'The file cannot be imported: {why}',
]);
export const notStaged = refusal('E-IMPORT-STATE', 10010, [
  '导入尚未准备好，请先核对列和数据',
  '匯入尚未準備好，請先核對欄和資料',
  'The import is not ready; check its columns and rows first',
]);
export const underWay = refusal('E-IMPORT-BUSY', 10010, [
  '该导入正在处理中',
  '該匯入正在處理中',
  'This import is being worked on',
]);
export const hasErrors = refusal('E-IMPORT-ERRORS', 20051, [
  '有 {count} 行存在错误，未导入任何数据',
  '有 {count} 列存在錯誤，未匯入任何資料',
  '{count} {count:row has|rows have} errors; nothing was imported',
]);
export const missingColumns = refusal('E-IMPORT-COLUMNS', 20052, [
  '文件缺少必填列：{columns}',
  '檔案缺少必填欄：{columns}',
  'Required columns are missing: {columns}',
]);
export const tooManyHooked = refusal('E-IMPORT-MANY', 20053, [
  '该资料一次最多导入 {max} 行',
  '該資料一次最多匯入 {max} 列',
  'At most {max} rows of this kind at a time',
]);

const filled = (label: Label, params: Readonly<Record<string, unknown>>): Label => [
  fill(label[0], params),
  fill(label[1], params),
  fill(label[2], params),
];

const faults: Readonly<Record<FileFaultName, Label>> = {
  damaged: ['文件已损坏或不是有效的表格', '檔案已損壞或不是有效的表格', 'it is damaged or no proper spreadsheet'],
  bomb: ['解压后内容过大', '解壓縮後內容過大', 'it unpacks to far more than it should'],
  tooLarge: ['文件过大', '檔案過大', 'it is too large'],
  tooManyRows: filled(['超过 {rows} 行', '超過 {rows} 列', 'it has more than {rows} {rows:row|rows}'], {
    rows: limits.rows,
  }),
  tooManyColumns: filled(
    ['超过 {columns} 列', '超過 {columns} 欄', 'it has more than {columns} {columns:column|columns}'],
    {
      columns: limits.columns,
    },
  ),
  longCell: ['有单元格内容过长', '有儲存格內容過長', 'a cell holds too long a text'],
  program: [
    '含有宏或嵌入对象，请另存为普通工作簿',
    '含有巨集或內嵌物件，請另存為一般活頁簿',
    'it holds macros or embedded objects; save it as a plain workbook',
  ],
  locked: ['文件已加密', '檔案已加密', 'it is encrypted'],
  entity: ['文件含有不允许的声明', '檔案含有不允許的宣告', 'it declares what no spreadsheet needs'],
  noSheet: ['没有可读的工作表', '沒有可讀的工作表', 'there is no sheet to read'],
  late: ['读取超时', '讀取逾時', 'reading it takes too long'],
};

export const badFile = (fault: FileFaultName): Refusal => unread({ why: faults[fault] });
export const emptyFile = (): Refusal => unread({ why: ['没有数据行', '沒有資料列', 'it has no rows'] });
export const unmatchedFile = (): Refusal =>
  unread({ why: ['没有可识别的列', '沒有可識別的欄', 'none of its columns is known'] });
