import { defineEntity } from '#platform/model/entity.ts';
import { choice, image, instant, integer, secret, text, type Choices, type Fields } from '#platform/model/field.ts';

export const ossProvider = {
  1: ['七牛', '七牛', 'Qiniu'],
  2: ['阿里云', '阿里雲', 'Aliyun'],
  3: ['腾讯云', '騰訊雲', 'Tencent Cloud'],
  4: ['FTP', 'FTP', 'FTP'],
  5: ['本地存储', '本地儲存', 'Local disk'],
  6: ['MinIO / S3', 'MinIO / S3', 'MinIO / S3'],
  7: ['华为云', '華為雲', 'Huawei Cloud'],
} as const satisfies Choices;

/** What the stores hold. Rows come with uploads and go with the files; nobody writes one by hand. */
export const ossFile = defineEntity({
  name: 'oss:oss',
  knownAs: 'file',
  label: ['对象存储', '物件儲存', 'Object storage file'],
  path: '/sys/oss',
  readBy: 'page',
  nameField: 'fileName',
  without: ['info', 'save', 'update', 'export'],
  grants: { save: ['上传', '上傳', 'Upload'], config: ['存储配置', '儲存設定', 'Storage settings'] },
  platformGrants: ['config'],
  fields: {
    url: image(['链接', '連結', 'URL'], { required: true }),
    fileName: text(['文件名', '檔名', 'File name'], { required: true }),
    fileSize: integer(['文件大小', '檔案大小', 'File size']),
    fileType: text(['文件类型', '檔案類型', 'File type']),
    provider: choice(['存储类型', '儲存類型', 'Provider'], ossProvider),
    uploadDate: instant(['上传时间', '上傳時間', 'Uploaded at']),
  },
  list: {
    columns: ['fileName', 'fileSize', 'fileType', 'provider', 'uploadDate', 'creatorName', 'createDate'],
    filters: ['provider'],
  },
  screen: { area: 'oss', url: 'oss/oss', sort: 90, title: ['对象存储', '物件儲存', 'Object storage'] },
});

/**
 * Files leave through our own calls alone, so an address of the store for browsers has nothing to do; it is taken and
 * dropped.
 */
const domain = (zhCN: string, zhTW: string, en: string) =>
  text([`${zhCN}域名`, `${zhTW}網域`, `${en} domain`], { kept: true });

/**
 * Every provider's settings side by side: `type` says where new files go, the others still serve the files that are
 * there.
 */
export const ossConfigFields = {
  type: choice(['类型', '類型', 'Type'], ossProvider, { required: true }),
  // S3 endpoint of the region; there is no other field for it.
  qiniuDomain: text(['七牛域名', '七牛網域', 'Qiniu domain']),
  qiniuPrefix: text(['七牛路径前缀', '七牛路徑前綴', 'Qiniu prefix']),
  qiniuAccessKey: text(['七牛AccessKey', '七牛AccessKey', 'Qiniu access key']),
  qiniuSecretKey: secret(['七牛SecretKey', '七牛SecretKey', 'Qiniu secret key']),
  qiniuBucketName: text(['七牛空间名', '七牛空間名', 'Qiniu bucket']),
  aliyunDomain: domain('阿里云', '阿里雲', 'Aliyun'),
  aliyunPrefix: text(['阿里云路径前缀', '阿里雲路徑前綴', 'Aliyun prefix']),
  aliyunEndPoint: text(['阿里云EndPoint', '阿里雲EndPoint', 'Aliyun end point']),
  aliyunAccessKeyId: text(['阿里云AccessKeyId', '阿里雲AccessKeyId', 'Aliyun access key id']),
  aliyunAccessKeySecret: secret(['阿里云AccessKeySecret', '阿里雲AccessKeySecret', 'Aliyun access key secret']),
  aliyunBucketName: text(['阿里云BucketName', '阿里雲BucketName', 'Aliyun bucket']),
  qcloudDomain: domain('腾讯云', '騰訊雲', 'Tencent'),
  qcloudPrefix: text(['腾讯云路径前缀', '騰訊雲路徑前綴', 'Tencent prefix']),
  qcloudAppId: text(['腾讯云AppId', '騰訊雲AppId', 'Tencent app id']),
  qcloudSecretId: text(['腾讯云SecretId', '騰訊雲SecretId', 'Tencent secret id']),
  qcloudSecretKey: secret(['腾讯云SecretKey', '騰訊雲SecretKey', 'Tencent secret key']),
  qcloudBucketName: text(['腾讯云BucketName', '騰訊雲BucketName', 'Tencent bucket']),
  qcloudRegion: text(['腾讯云所属地区', '騰訊雲所屬地區', 'Tencent region']),
  ftpDomain: text(['FTP访问域名', 'FTP存取網域', 'FTP domain'], { kept: true }),
  ftpHost: text(['FTP主机', 'FTP主機', 'FTP host']),
  ftpPort: integer(['FTP端口', 'FTP連接埠', 'FTP port'], { default: '21' }),
  ftpUser: text(['FTP用户名', 'FTP使用者名稱', 'FTP user']),
  ftpPassword: secret(['FTP密码', 'FTP密碼', 'FTP password']),
  ftpPath: text(['FTP路径', 'FTP路徑', 'FTP path']),
  localDomain: domain('本地', '本地', 'Local'),
  localPrefix: text(['本地路径前缀', '本地路徑前綴', 'Local prefix'], { kept: true }),
  // Set where the server runs (FILES_FOLDER): a path typed into a browser could name any folder of the machine.
  localPath: text(['本地存储目录', '本地儲存目錄', 'Local directory'], { kept: true }),
  minioEndPoint: text(['MinIO EndPoint', 'MinIO EndPoint', 'MinIO end point']),
  minioAccessKey: text(['MinIO AccessKey', 'MinIO AccessKey', 'MinIO access key']),
  minioSecretKey: secret(['MinIO SecretKey', 'MinIO SecretKey', 'MinIO secret key']),
  minioBucketName: text(['MinIO BucketName', 'MinIO BucketName', 'MinIO bucket']),
  minioPrefix: text(['MinIO路径前缀', 'MinIO路徑前綴', 'MinIO prefix']),
  huaweiDomain: domain('华为云', '華為雲', 'Huawei'),
  huaweiEndPoint: text(['华为云EndPoint', '華為雲EndPoint', 'Huawei end point']),
  huaweiAccessKey: text(['华为云AccessKey', '華為雲AccessKey', 'Huawei access key']),
  huaweiSecretKey: secret(['华为云SecretKey', '華為雲SecretKey', 'Huawei secret key']),
  huaweiBucketName: text(['华为云BucketName', '華為雲BucketName', 'Huawei bucket']),
  huaweiPrefix: text(['华为云路径前缀', '華為雲路徑前綴', 'Huawei prefix']),
} as const satisfies Fields;
export type ConfigKey = keyof typeof ossConfigFields;

export type ProviderCode = keyof typeof ossProvider;

/** The fields a provider is told by, in the order of the form, and those of them that it cannot do without. */
export const providerFields: Readonly<
  Record<ProviderCode, { readonly fields: readonly ConfigKey[]; readonly needed: readonly ConfigKey[] }>
> = {
  1: {
    fields: ['qiniuDomain', 'qiniuBucketName', 'qiniuAccessKey', 'qiniuSecretKey', 'qiniuPrefix'],
    needed: ['qiniuDomain', 'qiniuBucketName', 'qiniuAccessKey', 'qiniuSecretKey'],
  },
  2: {
    fields: ['aliyunEndPoint', 'aliyunBucketName', 'aliyunAccessKeyId', 'aliyunAccessKeySecret', 'aliyunPrefix'],
    needed: ['aliyunEndPoint', 'aliyunBucketName', 'aliyunAccessKeyId', 'aliyunAccessKeySecret'],
  },
  3: {
    fields: ['qcloudRegion', 'qcloudBucketName', 'qcloudAppId', 'qcloudSecretId', 'qcloudSecretKey', 'qcloudPrefix'],
    needed: ['qcloudRegion', 'qcloudBucketName', 'qcloudSecretId', 'qcloudSecretKey'],
  },
  4: {
    fields: ['ftpHost', 'ftpPort', 'ftpUser', 'ftpPassword', 'ftpPath'],
    needed: ['ftpHost', 'ftpUser', 'ftpPassword'],
  },
  5: { fields: [], needed: [] },
  6: {
    fields: ['minioEndPoint', 'minioBucketName', 'minioAccessKey', 'minioSecretKey', 'minioPrefix'],
    needed: ['minioEndPoint', 'minioBucketName', 'minioAccessKey', 'minioSecretKey'],
  },
  7: {
    fields: ['huaweiEndPoint', 'huaweiBucketName', 'huaweiAccessKey', 'huaweiSecretKey', 'huaweiPrefix'],
    needed: ['huaweiEndPoint', 'huaweiBucketName', 'huaweiAccessKey', 'huaweiSecretKey'],
  },
};
