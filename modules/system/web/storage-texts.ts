import type { Label } from '#platform/model/label.ts';

export const storageTexts = {
  settings: ['存储配置', '儲存設定', 'Storage settings'],
  upload: ['上传', '上傳', 'Upload'],
  open: ['打开', '開啟', 'Open'],
  newFilesGo: ['新文件存放在', '新檔案存放在', 'New files go to'],
  stay: [
    '已有的文件留在原处，仍从那里读取；请不要删除仍存有文件的空间或目录。',
    '已有的檔案留在原處，仍從那裡讀取；請不要刪除仍存有檔案的空間或目錄。',
    'Files that are there stay and are read from there; do not delete a bucket or folder that still holds some.',
  ],
  local: [
    '文件存放在服务器的目录 {folder}（由 FILES_FOLDER 指定）。',
    '檔案存放在伺服器的目錄 {folder}（由 FILES_FOLDER 指定）。',
    'Files are kept in the folder {folder} of the server (set by FILES_FOLDER).',
  ],
  qiniu: [
    '七牛域名填写所在区域的 S3 地址，例如 s3.cn-east-1.qiniucs.com',
    '七牛網域填寫所在區域的 S3 位址，例如 s3.cn-east-1.qiniucs.com',
    'The Qiniu domain is the S3 address of the region, such as s3.cn-east-1.qiniucs.com',
  ],
  secretKept: [
    '密钥已封存，不再显示；留空则保持不变，修改地址时需重新填写。',
    '金鑰已封存，不再顯示；留空則保持不變，修改位址時需重新填寫。',
    'The secret is sealed and never shown again; left empty it stays, with another address it is entered anew.',
  ],
  tryIt: ['测试连接', '測試連線', 'Test connection'],
  works: [
    '连接正常：写入、读取、删除共 {ms} 毫秒',
    '連線正常：寫入、讀取、刪除共 {ms} 毫秒',
    'It works: put, get and delete took {ms} ms',
  ],
  saved: ['已保存，立即生效', '已儲存，立即生效', 'Saved; in effect now'],
} as const satisfies Readonly<Record<string, Label>>;
