import { defineEntity } from '#platform/model/entity.ts';
import { choice, json, ref, secret, text, type Choices } from '#platform/model/field.ts';
import { enabled, remark } from '#platform/model/preset.ts';
import { sendStatus } from '#system/model/choices.ts';

/** Providers whose requests the product can sign; the contract's field holds their name. */
export const smsPlatform = {
  aliyun: ['阿里云', '阿里雲', 'Aliyun'],
  tencent: ['腾讯云', '騰訊雲', 'Tencent Cloud'],
} as const satisfies Choices;

export const sms = defineEntity({
  name: 'message:sms',
  label: ['短信', '簡訊', 'SMS'],
  path: '/sys/sms',
  readBy: 'page',
  without: ['export', 'enable', 'disable'],
  codeField: 'smsCode',
  nameField: 'signName',
  fields: {
    smsCode: text(['短信编码', '簡訊編碼', 'SMS code'], { max: 50, required: true }),
    platform: text(['平台', '平台', 'Platform']),
    signName: text(['短信签名', '簡訊簽名', 'SMS signature']),
    templateCode: text(['模板编码', '模板編碼', 'Template code'], { max: 50 }),
    // Beyond the contract: whose account pays. The secret is sealed when it is saved and answered to nobody.
    accessKey: text(['访问密钥ID', '存取金鑰ID', 'Access key id']),
    secretKey: secret(['访问密钥', '存取金鑰', 'Access key secret']),
    appId: text(['应用ID（腾讯云）', '應用ID（騰訊雲）', 'App id (Tencent)'], { max: 50 }),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: ['smsCode', 'platform', 'signName', 'templateCode', 'status', 'creatorName', 'createDate'],
    filters: ['status'],
  },
  screen: { area: 'message', url: 'message/sms', sort: 81, title: ['短信管理', '簡訊管理', 'SMS'] },
  grants: { send: ['发送', '發送', 'Send'] },
});

export const smsLog = defineEntity({
  name: 'message:smslog',
  label: ['短信日志', '簡訊日誌', 'SMS log'],
  path: '/sys/smslog',
  readBy: 'page',
  without: ['save', 'update', 'delete', 'enable', 'disable'],
  fields: {
    smsCode: ref(['短信编码', '簡訊編碼', 'SMS code'], () => sms),
    mobile: text(['手机号', '手機號', 'Mobile'], { max: 20, format: 'phone', required: true }),
    params: json(['参数', '參數', 'Parameters']),
    status: choice(['状态', '狀態', 'Status'], sendStatus),
    errorMsg: text(['错误信息', '錯誤資訊', 'Error message'], { max: 500, format: 'multiline' }),
  },
  list: {
    columns: ['smsCode', 'mobile', 'status', 'creatorName', 'createDate'],
    filters: ['smsCode', 'status', 'createDate'],
  },
  screen: { area: 'message', url: 'message/smslog', sort: 82, title: ['短信日志', '簡訊日誌', 'SMS logs'] },
});
