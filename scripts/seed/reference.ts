import { dictionaries, type Dictionary } from './dictionaries.ts';
import type { City } from './division-districts.ts';
import { provinces, type Province } from './division.ts';

/** What `installSchema` puts into every installation: dictionaries, parameters with their built-in values, areas. */
export { dictionaries, type Dictionary };

interface Parameter {
  readonly code: string;
  readonly name: string;
  readonly value: string;
}
interface Area {
  readonly code: string;
  readonly name: string;
  readonly parent: string | null;
  readonly levelType: '1' | '2' | '3';
}

/**
 * Names of the brand (application name, colours, logos) are not here: until somebody sets them the product answers its
 * own.
 */
export const parameters: readonly Parameter[] = [
  { code: 'SYS001', name: '登录验证码', value: '1' },
  { code: 'SYS002', name: '登录失败锁定次数', value: '5' },
  { code: 'SYS003', name: '会话有效时长（分钟）', value: '720' },
  { code: 'SYS006', name: '启用辅助单位', value: '1' },
  { code: 'SYS007', name: '单位显示方式', value: '2' },
  { code: 'SYS014', name: '自由项标签', value: '自由项' },
  { code: 'SYS018', name: '图号列标签', value: '图号' },
  { code: 'SYS021', name: '审核人不能是制单人', value: '1' },
  { code: 'SYS022', name: '密码有效天数', value: '90' },
  { code: 'SYS023', name: '同一账号同时在线数（0不限）', value: '0' },
  { code: 'SYS030', name: '日志保留天数', value: '180' },
  { code: 'SD003', name: '显示零售价', value: '0' },
  { code: 'SD004', name: '默认价格级别', value: 'PC01' },
  { code: 'SD005', name: '允许零价格', value: '0' },
  { code: 'SD006', name: '订单价格可修改', value: '0' },
  { code: 'SD007', name: '阶梯价按物料合计数量', value: '0' },
  { code: 'SD008', name: '一单一品牌', value: '0' },
  { code: 'SD013', name: '自动签收天数', value: '7' },
  { code: 'SD014', name: '逾期停单天数', value: '30' },
  { code: 'SD015', name: '签收前可退货', value: '0' },
  { code: 'SD016', name: '允许无来源退货', value: '1' },
  { code: 'SD017', name: '现款客户足额方可放行', value: '1' },
  { code: 'SD019', name: '客户可见库存数量', value: '0' },
  { code: 'SD021', name: '返利抵扣比例（%）', value: '30' },
  { code: 'SD022', name: '改单使用当前促销', value: '0' },
  { code: 'SD023', name: '退货及试用天数', value: '30' },
  { code: 'SD024', name: '赠品缺货处理', value: '1' },
  { code: 'SD025', name: '赠品扣回计价依据', value: '0' },
  { code: 'SD026', name: '关闭时促销扣回', value: '1' },
  { code: 'SD027', name: '换货退回前可放行', value: '0' },
  { code: 'SD028', name: '取消签收天数', value: '3' },
  { code: 'SD029', name: '保留未选权益', value: '0' },
  { code: 'SD030', name: '活动预算计价依据', value: '0' },
  { code: 'SD031', name: '提交时占用资金', value: '0' },
  { code: 'SD032', name: '订单审批金额起点', value: '50000' },
  { code: 'SD033', name: '保存订单重新取价天数', value: '7' },
  { code: 'ST002', name: '允许可用量为负', value: '0' },
  { code: 'ST003', name: '允许现存量为负', value: '0' },
  { code: 'ST005', name: '批次管理', value: '0' },
  { code: 'ST006', name: '盘点期间冻结库存', value: '1' },
  { code: 'ST010', name: '放行时自动审核出库', value: '0' },
  { code: 'ST011', name: '一步调拨', value: '0' },
  { code: 'ST012', name: '盲盘', value: '0' },
  { code: 'ST013', name: '盘点差异审批金额', value: '1000' },
  { code: 'ST014', name: '出库校验条码', value: '0' },
  { code: 'PU003', name: '采购超收比例（%）', value: '5' },
  { code: 'PU004', name: '采购发票差异比例（%）', value: '1' },
  { code: 'FD001', name: '资金账户按品牌和渠道', value: '0' },
  { code: 'FD003', name: '收款先还信用', value: '1' },
  { code: 'IV001', name: '开票时点', value: '2' },
  { code: 'IV002', name: '开票合并方式', value: '1' },
  { code: 'IV003', name: '单张发票金额上限', value: '0' },
  { code: 'IV004', name: '单张发票行数上限', value: '2000' },
  { code: 'IV005', name: '赠品开票', value: '0' },
  { code: 'IV006', name: '打印折扣行', value: '1' },
  { code: 'IV007', name: '每月开票额度', value: '0' },
  { code: 'IV008', name: '开票服务', value: '' },
  { code: 'RB001', name: '预算控制', value: '1' },
  { code: 'RB002', name: '预算检查期间', value: '2' },
  { code: 'RB003', name: '借款上限', value: '20000' },
  { code: 'RB004', name: '报销必须先冲借款', value: '1' },
  { code: 'RB005', name: '预算按不含税金额', value: '1' },
  { code: 'RB006', name: '一次报销后关闭申请', value: '0' },
  { code: 'RB010', name: '差旅交通费项目', value: 'TRAFFIC' },
  { code: 'RB011', name: '差旅住宿费项目', value: 'HOTEL' },
  { code: 'RB012', name: '差旅餐费项目', value: 'MEAL' },
  { code: 'RB013', name: '差旅其他费用项目', value: 'OTHER' },
  { code: 'JF001', name: '积分获取时点', value: '1' },
  { code: 'JF002', name: '每积分金额（元）', value: '10' },
  { code: 'JF003', name: '积分有效期方式', value: '2' },
  { code: 'JF004', name: '积分有效月数', value: '12' },
  { code: 'WF002', name: '同一人连续审批自动跳过', value: '1' },
  { code: 'WF003', name: '待办催办小时数', value: '24' },
  { code: 'INT001', name: '订单推送ERP', value: '0' },
  { code: 'INT002', name: '库存取自ERP', value: '0' },
];

/** Parents before children: a row looks its parent up. */
export const areas: readonly Area[] = [
  ...provinces.map(({ code, name }): Area => ({ code: `${code}0000`, name, parent: null, levelType: '1' })),
  ...provinces.flatMap((province) =>
    (province.cities ?? []).map((city): Area => ({
      ...partOf(city, province),
      parent: `${province.code}0000`,
      levelType: '2',
    })),
  ),
  ...provinces.flatMap((province) =>
    (province.cities ?? []).flatMap((city) =>
      (city.districts ?? []).map((district): Area => {
        const [digits = '', name = ''] = district.split(' ');
        const parent = partOf(city, province).code;
        return { code: parent.slice(0, 4) + digits, name, parent, levelType: '3' };
      }),
    ),
  ),
];

function partOf({ part }: City, province: Province): { code: string; name: string } {
  const [digits = '', name = ''] = part.split(' ');
  return { code: `${province.code}${digits}00`, name };
}

interface Schedule {
  readonly name: string;
  readonly cron: string;
  readonly params: string;
}

/** What every installation runs from its first day; an administrator pauses or moves it as he likes. */
export const schedules: readonly Schedule[] = [
  { name: 'endSessions', cron: '*/5 * * * *', params: '{}' },
  { name: 'foldFigures', cron: '* * * * *', params: '{}' },
  { name: 'mailReports', cron: '*/15 * * * *', params: '{}' },
  { name: 'ringTimers', cron: '* * * * *', params: '{}' },
  { name: 'taskTimeout', cron: '0 * * * *', params: '{}' },
  { name: 'pullApprovals', cron: '*/5 * * * *', params: '{}' },
  { name: 'invoicePoll', cron: '* * * * *', params: '{}' },
  { name: 'sweepFiles', cron: '17 * * * *', params: '{}' },
  { name: 'switchCredit', cron: '10 0 * * *', params: '{}' },
  { name: 'lapseRebate', cron: '15 0 * * *', params: '{}' },
  { name: 'lapsePoints', cron: '20 0 * * *', params: '{}' },
  { name: 'minStockDemand', cron: '0 5 * * *', params: '{}' },
  { name: 'autoSign', cron: '0 2 * * *', params: '{}' },
  { name: 'checkLedgers', cron: '0 2 * * *', params: '{}' },
  { name: 'verifyOperationLog', cron: '30 2 * * *', params: '{}' },
  { name: 'sweepKeys', cron: '0 3 * * *', params: '{"days":7}' },
  { name: 'sweepDrafts', cron: '10 3 * * *', params: '{"days":30}' },
  { name: 'sweepRuns', cron: '20 3 * * *', params: '{"days":90}' },
];
