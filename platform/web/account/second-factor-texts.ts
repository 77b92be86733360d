import type { Label } from '#platform/model/label.ts';

export const factorTexts = {
  code: ['动态验证码', '動態驗證碼', 'Authenticator code'],
  codeHint: ['6位动态码，或一个恢复码', '6位動態碼，或一個恢復碼', 'Six digits, or a recovery code'],
  confirmTitle: ['再次验证身份', '再次驗證身分', 'Confirm who you are'],
  confirmWhy: [
    '该操作影响较大，请再次输入密码或动态验证码。验证后5分钟内有效。',
    '該操作影響較大，請再次輸入密碼或動態驗證碼。驗證後5分鐘內有效。',
    'This reaches far. Enter your password or a code again; it counts for five minutes.',
  ],
  byPassword: ['密码', '密碼', 'Password'],
  byCode: ['动态验证码', '動態驗證碼', 'Code'],
  isOn: [
    '已启用。恢复码剩余 {count} 个。',
    '已啟用。恢復碼剩餘 {count} 個。',
    'Switched on. {count} {count:recovery code is|recovery codes are} left.',
  ],
  isOff: [
    '未启用。启用后，登录时除密码外还需要手机上的动态验证码。',
    '未啟用。啟用後，登入時除密碼外還需要手機上的動態驗證碼。',
    'Switched off. Once on, signing in asks for a code of your telephone beside the password.',
  ],
  turnOn: ['启用', '啟用', 'Switch on'],
  renew: ['更换设备', '更換裝置', 'Another device'],
  turnOff: ['停用', '停用', 'Switch off'],
  scan: [
    '用身份验证器扫描二维码，再输入它显示的6位数字。',
    '用身分驗證器掃描 QR 碼，再輸入它顯示的6位數字。',
    'Scan the picture with an authenticator app, then enter the six digits that it shows.',
  ],
  typed: ['无法扫描时手动输入：', '無法掃描時手動輸入：', 'If it cannot be scanned, type:'],
  recovery: [
    '请保存这些恢复码。手机丢失时，每个可代替动态验证码使用一次，且只在此处显示。',
    '請儲存這些恢復碼。手機遺失時，每個可代替動態驗證碼使用一次，且只在此處顯示。',
    'Keep these recovery codes. Each stands in for the telephone once, and they are shown here only.',
  ],
  copy: ['复制', '複製', 'Copy'],
  copied: ['已复制', '已複製', 'Copied'],
  kept: ['我已保存', '我已儲存', 'I have kept them'],
  forgot: ['忘记密码或账号被锁', '忘記密碼或帳號被鎖', 'Forgotten password or locked account'],
  sendCode: ['发送验证码', '傳送驗證碼', 'Send the code'],
  codeSent: [
    '如果该用户名存在并登记了邮箱，验证码已发送，15分钟内有效。',
    '如果該使用者名稱存在並登記了信箱，驗證碼已傳送，15分鐘內有效。',
    'If the name exists and has an e-mail address, a code is on its way. It is good for 15 minutes.',
  ],
  mailedCode: ['邮件中的验证码', '郵件中的驗證碼', 'Code from the mail'],
  unlockOnly: ['只解锁，不修改密码', '只解鎖，不修改密碼', 'Only unlock, keep the password'],
} as const satisfies Readonly<Record<string, Label>>;
