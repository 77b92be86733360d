import { mailSender } from '#platform/server/mail/smtp.ts';
import { startOutbox, Unsendable, type Sender } from '#platform/server/outbox/runner.ts';
import { smsSecret } from '#message/server/sms.ts';
import { smsSender } from '#platform/server/sms/sender.ts';
import { order } from '#sales/model/order/order.ts';
import type { Load, Staff } from './people.ts';
import type { Product, Session } from './product.ts';
import { dayAfter, streamOf } from './stream.ts';
import { phoneOf } from './words.ts';
import { sandboxUrl } from '#scripts/demo-data/sandbox.ts';

interface Listed {
  readonly id: string;
  readonly realName?: string;
  readonly email?: string | null;
  readonly name?: string;
}

const notices = [
  [
    '系统将于周六晚间升级',
    '0',
    '<p>各位同事：</p><p>系统将于<strong>周六 22:00–24:00</strong>升级，期间不能登录。</p>' +
      '<ul><li>请提前保存单据</li><li>移动端同时停用</li></ul>',
  ],
  [
    '关于规范经销商收货签收流程及签收单据上传时限的通知（请各区域销售负责人传达至每一位业务人员）',
    '1',
    '<h3>一、签收时限</h3><p>货到后 <strong>48 小时</strong>内完成签收。</p>' +
      '<h3>二、单据</h3><ol><li>签收单须加盖公章</li><li>破损须附照片</li></ol>' +
      '<p>详见<a href="https://www.example.com/rules">制度原文</a>。</p>',
  ],
  ['月度经营分析会', '2', '<p>时间：每月 8 日 14:00</p><p>地点：总部三楼会议室</p>'],
  ['国庆假期发货安排', '1', '<p>10 月 1 日至 3 日停止发货，紧急订单请联系值班人员。</p>'],
  ['新品上市培训', '2', '<p>请销售与内勤于周三下午参加线上培训。</p>'],
  ['账号安全提醒', '0', '<p>请勿与他人共用账号，离岗请锁定屏幕。</p><blockquote>密码每 90 天更换一次。</blockquote>'],
  ['仓库盘点通知', '1', '<p>月末最后两天盘点，请提前完成入库与出库单据。</p>'],
  ['客户信用额度复核', '1', '<p>请业务员核对名下客户的信用额度，于周五前反馈。</p>'],
] as const;

const templates = [
  {
    name: '发货提醒',
    subject: '订单{{code}}已发货',
    content:
      '<p>{{customer}}，您好：</p><p>您的订单 <strong>{{code}}</strong> 已发货，<a href="{{link}}">点击查看</a>。</p>',
    variables: ['customer', 'code', 'link'],
  },
  {
    name: '对账提醒',
    subject: '{{month}}月对账单待确认',
    content: '<p>{{customer}}，您好：</p><p>{{month}} 月对账单金额 {{amount}} 元，请于 5 日内确认。</p>',
    variables: ['customer', 'month', 'amount'],
  },
  {
    name: '账号开通',
    subject: '您的账号已开通',
    content: '<p>{{name}}，您好：您的账号 {{username}} 已开通，请登录后修改密码。</p>',
    variables: ['name', 'username'],
  },
] as const;

/** What a tenant tells its people and its customers. */
export async function createMessages(load: Load, staff: Staff): Promise<void> {
  const { admin } = load;
  const { list: users } = await admin.get<{ list: readonly Listed[] }>('/sys/user/page?limit=100');
  const main = await admin.get<Listed>('/sys/user/info');
  await createNotices(load, staff, [main, ...users.filter(({ id }) => id !== main.id)]);
  await createNews(load);
  await createCarousel(load);
  await createOwnMessages(load, [main, ...users.filter(({ id }) => id !== main.id).slice(0, 8)]);
  await createMails(load, users.slice(0, 6));
  await createTextMessages(load);
}

async function createNotices({ admin, share }: Load, staff: Staff, people: readonly Listed[]): Promise<void> {
  const departments = await admin.get<readonly Listed[]>('/data/bd/dept/list');
  const count = Math.max(notices.length, Math.round(30 * share));
  const receivers = [
    null,
    departments.slice(0, 2).map(({ id }) => id),
    people.slice(0, 6).map(({ id }) => id),
  ] as const;
  const sent: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const [title, type, content] = notices[i % notices.length] ?? notices[0];
    const id = await admin.post('/sys/notice', {
      title: i < notices.length ? title : `${title}（${i + 1}）`,
      type,
      content,
      receiverType: String(i % 3),
      receiverIds: receivers[i % 3],
    });
    // The last two are still being written.
    if (i < count - 2) sent.push(id);
  }
  await admin.put('/sys/notice/send', sent);
  if (sent[0] !== undefined) await staff.manager.put(`/sys/notice/mynotice/read/${sent[0]}`, {});
}

async function createNews({ admin, plan }: Load): Promise<void> {
  const news = ['荣获年度渠道信赖品牌', '环保新国标实施，产品全线达标', '华东物流中心启用', '春季新品发布'];
  const newsIds = await Promise.all(
    news.map((title, i) =>
      admin.post('/sys/news', {
        title,
        type: String(i % 3),
        summary: `${title}，详见正文。`,
        content: `<h3>${title}</h3><p>${plan.name}${title}。</p>`,
        author: '市场部',
        sort: i + 1,
        coverUrl: '/favicon.svg',
      }),
    ),
  );
  await admin.put('/sys/news/publish', newsIds.slice(0, 3));
}

async function createCarousel({ admin, anchor }: Load): Promise<void> {
  await Promise.all(
    ['春季订货会', '新品上市', '经销商大会'].map((title, i) =>
      admin.post('/sys/carousel', {
        title,
        imageUrl: '/favicon.svg',
        linkUrl: 'https://www.example.com/',
        place: String(i),
        startDate: dayAfter(anchor, -30),
        endDate: dayAfter(anchor, 60),
        sort: i + 1,
      }),
    ),
  );
}

async function createOwnMessages({ admin }: Load, receivers: readonly Listed[]): Promise<void> {
  await Promise.all(
    receivers.map(({ id }, i) =>
      admin.post('/sys/message', {
        title: ['todo', 'passed', 'rejected'][i % 3],
        type: String(i % 4),
        content: i % 3 === 0 ? '您有一张销售订单待审核' : '您的销售订单已处理，请查看',
        receiverId: id,
        routeName: order.screen?.url.replaceAll('/', '-'),
      }),
    ),
  );
}

async function createMails({ admin }: Load, receivers: readonly Listed[]): Promise<void> {
  const templateIds = await Promise.all(templates.map((template) => admin.post('/sys/mailtemplate', template)));
  for (const [i, { email, realName }] of receivers.entries()) {
    await admin.post('/sys/mailtemplate/send', {
      id: templateIds[2],
      mailTo: i === 3 ? 'nobody@bounce.example' : (email ?? 'staff@example.com'),
      params: { name: realName ?? '', username: `user${i}` },
    });
  }
}

async function createTextMessages({ admin, plan }: Load): Promise<void> {
  const chance = streamOf(`messages ${plan.code}`);
  for (const [smsCode, platform, signName] of [
    ['VERIFY', 'aliyun', plan.name.slice(0, 8)],
    ['SHIPPED', 'tencent', plan.name.slice(0, 8)],
  ] as const) {
    await admin.post('/sys/sms', {
      smsCode,
      platform,
      signName,
      templateCode: `SMS_${chance.digits(8)}`,
      remark: smsCode === 'VERIFY' ? '登录验证码' : '发货通知',
    });
    for (let i = 0; i < 3; i += 1)
      await admin.post('/sys/sms/send', { smsCode, mobile: phoneOf(chance), params: { code: chance.digits(6) } });
  }
}

/** A worker that writes to the log only; one address bounces, as one always does, and one decision comes back. */
export async function sendWaiting(product: Product, admins: readonly Session[]): Promise<void> {
  const sandbox = mailSender({ url: 'sandbox:', from: 'Qudao <no-reply@qudao.example>' });
  const mail: Sender = {
    ...sandbox,
    send: (payload, item) =>
      JSON.stringify(payload['to']).includes('@bounce.')
        ? Promise.reject(new Unsendable('550 5.1.1 no such mailbox'))
        : sandbox.send(payload, item),
  };
  const approval: Sender = {
    from: '',
    placeOf: (payload) => ({ url: sandboxUrl, type: '1', target: String(payload['billCode']) }),
    send: (payload) =>
      String(payload['billCode']).endsWith('7')
        ? Promise.reject(new Unsendable('外部系统【沙箱 ERP】拒绝了请求：会计期间已结账'))
        : Promise.resolve(),
  };
  const outbox = startOutbox({
    door: product.door,
    log: { error: console.error, warn: () => undefined },
    senders: { mail, sms: smsSender({ sealedFor: smsSecret, mode: 'sandbox' }), approval },
  });
  const isDone = async (admin: Session): Promise<boolean> =>
    (
      await Promise.all(
        [
          '/sys/maillog/page?limit=100',
          '/sys/smslog/page?limit=100',
          '/approve/task/page?isChecked=1&limit=100&fields=all',
        ].map((path) => admin.get<{ list: readonly { status?: string | null; executeStatus?: string }[] }>(path)),
      )
    ).every(({ list }) =>
      list.every(
        ({ status, executeStatus = '2' }) => status !== null && executeStatus !== '0' && executeStatus !== '1',
      ),
    );
  while (!(await Promise.all(admins.map(isDone))).every(Boolean))
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  await outbox.stop();
}
