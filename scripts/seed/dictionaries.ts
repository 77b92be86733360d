import type { Label } from '#platform/model/label.ts';

export interface Dictionary {
  readonly dictTypeId: string;
  readonly dictType: string;
  readonly label: Label;
  readonly entries: readonly (readonly [value: string, zhCN: string, zhTW: string, en: string])[];
}

/**
 * What every installation starts with. The numbers are fixed: entries and clients know a type by them. The platform may
 * add values.
 */
export const dictionaries: readonly Dictionary[] = [
  {
    dictTypeId: '1001',
    dictType: 'erp_organization',
    label: ['ERP组织', 'ERP組織', 'ERP organization'],
    entries: [
      ['1001', '总部', '總部', 'Headquarters'],
      ['1002', '华东公司', '華東公司', 'East China company'],
      ['1003', '华南公司', '華南公司', 'South China company'],
    ],
  },
  {
    dictTypeId: '1002',
    dictType: 'logistics_company',
    label: ['物流公司', '物流公司', 'Logistics company'],
    entries: [
      ['SF', '顺丰速运', '順豐速運', 'SF Express'],
      ['ZTO', '中通快递', '中通快遞', 'ZTO Express'],
      ['YTO', '圆通速递', '圓通速遞', 'YTO Express'],
      ['DBL', '德邦物流', '德邦物流', 'Deppon Logistics'],
      ['JD', '京东物流', '京東物流', 'JD Logistics'],
      ['EMS', '邮政EMS', '郵政EMS', 'China Post EMS'],
    ],
  },
  {
    dictTypeId: '1003',
    dictType: 'flow_number',
    label: ['流水号', '流水號', 'Flow number'],
    entries: [
      ['order', '销售订单', '銷售訂單', 'Sales order'],
      ['delivery', '发货单', '發貨單', 'Delivery'],
      ['refund', '退款单', '退款單', 'Refund'],
      ['purchase', '采购订单', '採購訂單', 'Purchase order'],
      ['invoice', '开票申请', '開票申請', 'Invoice application'],
      ['reimbursement', '报销单', '報銷單', 'Reimbursement'],
      ['stock', '出入库单', '出入庫單', 'Stock movement'],
    ],
  },
  {
    dictTypeId: '1004',
    dictType: 'erp_product',
    label: ['ERP产品', 'ERP產品', 'ERP product'],
    entries: [
      ['NC', '用友NC', '用友NC', 'Yonyou NC'],
      ['U8', '用友U8', '用友U8', 'Yonyou U8'],
      ['EAS', '金蝶EAS', '金蝶EAS', 'Kingdee EAS'],
      ['K3', '金蝶K/3', '金蝶K/3', 'Kingdee K/3'],
      ['SAP', 'SAP', 'SAP', 'SAP'],
    ],
  },
  {
    dictTypeId: '1005',
    dictType: 'enable_flag',
    label: ['启用标志', '啟用標誌', 'Enabled'],
    entries: [
      ['1', '启用', '啟用', 'Enabled'],
      ['0', '停用', '停用', 'Disabled'],
    ],
  },
  {
    dictTypeId: '1006',
    dictType: 'interface_type',
    label: ['接口类型', '介面類型', 'Interface type'],
    entries: [
      ['0', 'WebService', 'WebService', 'WebService'],
      ['1', 'REST', 'REST', 'REST'],
      ['2', '数据库', '資料庫', 'Database'],
      ['3', '文件', '檔案', 'File'],
    ],
  },
  {
    dictTypeId: '1007',
    dictType: 'database_type',
    label: ['数据库类型', '資料庫類型', 'Database type'],
    entries: [
      ['mysql', 'MySQL', 'MySQL', 'MySQL'],
      ['oracle', 'Oracle', 'Oracle', 'Oracle'],
      ['sqlserver', 'SQL Server', 'SQL Server', 'SQL Server'],
      ['postgresql', 'PostgreSQL', 'PostgreSQL', 'PostgreSQL'],
    ],
  },
  {
    dictTypeId: '1008',
    dictType: 'ui_type',
    label: ['控件类型', '控制項類型', 'UI type'],
    entries: [
      ['input', '输入框', '輸入框', 'Text box'],
      ['number', '数字框', '數字框', 'Number box'],
      ['select', '下拉框', '下拉框', 'Dropdown'],
      ['date', '日期', '日期', 'Date'],
      ['textarea', '多行文本', '多行文字', 'Text area'],
      ['table', '子表', '子表', 'Sub-table'],
    ],
  },
  {
    dictTypeId: '1009',
    dictType: 'record_type',
    label: ['记录类型', '記錄類型', 'Record type'],
    entries: [
      ['0', '表头', '表頭', 'Header'],
      ['1', '表体', '表體', 'Line'],
    ],
  },
  {
    dictTypeId: '1010',
    dictType: 'execute_status',
    label: ['执行状态', '執行狀態', 'Run status'],
    entries: [
      ['0', '待执行', '待執行', 'Waiting'],
      ['1', '执行中', '執行中', 'Running'],
      ['2', '成功', '成功', 'Succeeded'],
      ['3', '失败', '失敗', 'Failed'],
    ],
  },
  {
    dictTypeId: '1011',
    dictType: 'is_checked',
    label: ['是否已审', '是否已審', 'Is checked'],
    entries: [
      ['0', '未审', '未審', 'Not checked'],
      ['1', '已审', '已審', 'Checked'],
    ],
  },
  {
    dictTypeId: '1012',
    dictType: 'action_type',
    label: ['动作类型', '動作類型', 'Action type'],
    entries: [
      ['audit', '审核', '審核', 'Audit'],
      ['unaudit', '弃审', '棄審', 'Unaudit'],
      ['submit', '提交', '提交', 'Submit'],
      ['recall', '收回', '收回', 'Recall'],
    ],
  },
  {
    dictTypeId: '1013',
    dictType: 'approve_result',
    label: ['审批结果', '審批結果', 'Approval result'],
    entries: [
      ['pass', '同意', '同意', 'Approved'],
      ['reject', '驳回', '駁回', 'Rejected'],
      ['rollback', '退回上一步', '退回上一步', 'Rolled back'],
      ['terminate', '终止', '終止', 'Terminated'],
    ],
  },
  {
    dictTypeId: '1014',
    dictType: 'enable_flag_task',
    label: ['任务启用标志', '任務啟用標誌', 'Enable flag for task'],
    entries: [
      ['1', '启用', '啟用', 'Enabled'],
      ['0', '停用', '停用', 'Disabled'],
    ],
  },
  {
    dictTypeId: '1015',
    dictType: 'flow_status',
    label: ['流程状态', '流程狀態', 'Flow status'],
    entries: [
      ['0', '未提交', '未提交', 'Not submitted'],
      ['1', '审批中', '審批中', 'In approval'],
      ['2', '已通过', '已通過', 'Approved'],
      ['3', '已驳回', '已駁回', 'Rejected'],
      ['4', '已终止', '已終止', 'Terminated'],
    ],
  },
  {
    dictTypeId: '1016',
    dictType: 'message_type',
    label: ['消息类型', '訊息類型', 'Message type'],
    entries: [
      ['0', '待办提醒', '待辦提醒', 'To-do reminder'],
      ['1', '审批结果', '審批結果', 'Approval result'],
      ['2', '系统消息', '系統訊息', 'System message'],
      ['3', '预警消息', '預警訊息', 'Warning'],
    ],
  },
  {
    dictTypeId: '1017',
    dictType: 'message_title',
    label: ['消息标题', '訊息標題', 'Message title'],
    entries: [
      ['todo', '您有新的待办任务', '您有新的待辦任務', 'You have a new task'],
      ['overdue', '您有超时未处理的待办任务', '您有逾時未處理的待辦任務', 'A task has been waiting for you'],
      ['passed', '您的申请已通过', '您的申請已通過', 'Your application was approved'],
      ['rejected', '您的申请被驳回', '您的申請被駁回', 'Your application was rejected'],
      ['exported', '导出完成', '匯出完成', 'Your export is ready'],
      ['exportFailed', '导出失败', '匯出失敗', 'Your export failed'],
      ['mentioned', '有同事提到您', '有同事提到您', 'A colleague mentioned you'],
      ['reportLost', '报表订阅未发送', '報表訂閱未傳送', 'A report was not mailed'],
      ['rebateExpiring', '返利即将到期', '返利即將到期', 'Rebate is about to expire'],
    ],
  },
  {
    dictTypeId: '1018',
    dictType: 'yes_no',
    label: ['是否', '是否', 'Yes/no'],
    entries: [
      ['1', '是', '是', 'Yes'],
      ['0', '否', '否', 'No'],
    ],
  },
  {
    dictTypeId: '1019',
    dictType: 'log_type',
    label: ['日志类型', '日誌類型', 'Log type'],
    entries: [
      ['0', '接口日志', '介面日誌', 'Interface log'],
      ['1', '审批日志', '審批日誌', 'Approval log'],
      ['2', '同步日志', '同步日誌', 'Sync log'],
      ['3', '错误日志', '錯誤日誌', 'Error log'],
    ],
  },
  {
    dictTypeId: '1020',
    dictType: 'return_status',
    label: ['返回状态', '回傳狀態', 'Return status'],
    entries: [
      ['0', '失败', '失敗', 'Failed'],
      ['1', '成功', '成功', 'Succeeded'],
      ['2', '部分成功', '部分成功', 'Partly succeeded'],
    ],
  },
  {
    dictTypeId: '1021',
    dictType: 'version',
    label: ['版本', '版本', 'Version'],
    entries: [
      ['standard', '标准版', '標準版', 'Standard'],
      ['professional', '专业版', '專業版', 'Professional'],
      ['enterprise', '企业版', '企業版', 'Enterprise'],
    ],
  },
  {
    dictTypeId: '1022',
    dictType: 'template_type',
    label: ['模板类型', '模板類型', 'Template type'],
    entries: [
      ['0', '邮件', '郵件', 'E-mail'],
      ['1', '短信', '簡訊', 'SMS'],
      ['2', '站内信', '站內信', 'In-app message'],
      ['3', '打印', '列印', 'Print'],
      ['4', '移动端页面', '移動端頁面', 'Mobile page'],
    ],
  },
  {
    dictTypeId: '1023',
    dictType: 'chart_type',
    label: ['图表类型', '圖表類型', 'Chart type'],
    entries: [
      ['table', '表格', '表格', 'Table'],
      ['line', '折线图', '折線圖', 'Line chart'],
      ['bar', '柱状图', '柱狀圖', 'Bar chart'],
      ['pie', '饼图', '餅圖', 'Pie chart'],
      ['number', '指标卡', '指標卡', 'Number card'],
    ],
  },
  {
    dictTypeId: '1024',
    dictType: 'report_type',
    label: ['报表类型', '報表類型', 'Report type'],
    entries: [
      ['sales', '销售报表', '銷售報表', 'Sales'],
      ['stock', '库存报表', '庫存報表', 'Stock'],
      ['finance', '财务报表', '財務報表', 'Finance'],
      ['promotion', '促销报表', '促銷報表', 'Promotion'],
      ['reimbursement', '费用报表', '費用報表', 'Expenses'],
    ],
  },
  {
    dictTypeId: '1025',
    dictType: 'shop_type',
    label: ['门店类型', '門店類型', 'Shop type'],
    entries: [
      ['0', '直营店', '直營店', 'Directly operated'],
      ['1', '加盟店', '加盟店', 'Franchise'],
      ['2', '专柜', '專櫃', 'Counter'],
      ['3', '网店', '網店', 'Online shop'],
    ],
  },
  {
    dictTypeId: '1026',
    dictType: 'pos_type',
    label: ['POS类型', 'POS類型', 'POS type'],
    entries: [
      ['0', '无', '無', 'None'],
      ['1', '自有POS', '自有POS', 'Own POS'],
      ['2', '商场POS', '商場POS', 'Mall POS'],
    ],
  },
  {
    dictTypeId: '1027',
    dictType: 'pay_mode',
    label: ['付款方式', '付款方式', 'Pay mode'],
    entries: [
      ['cash', '现金', '現金', 'Cash'],
      ['transfer', '银行转账', '銀行轉帳', 'Bank transfer'],
      ['wechat', '微信支付', '微信支付', 'WeChat Pay'],
      ['alipay', '支付宝', '支付寶', 'Alipay'],
      ['acceptance', '承兑汇票', '承兌匯票', 'Acceptance bill'],
      ['credit', '账期赊销', '帳期賒銷', 'On credit'],
    ],
  },
  {
    dictTypeId: '1028',
    dictType: 'market_term',
    label: ['市场条款', '市場條款', 'Market term'],
    entries: [
      ['0', '标准条款', '標準條款', 'Standard'],
      ['1', '大客户条款', '大客戶條款', 'Key account'],
      ['2', '促销条款', '促銷條款', 'Promotion'],
    ],
  },
  {
    dictTypeId: '1029',
    dictType: 'freight_for',
    label: ['运费承担', '運費承擔', 'Freight for'],
    entries: [
      ['0', '我方承担', '我方承擔', 'Paid by us'],
      ['1', '客户承担', '客戶承擔', 'Paid by customer'],
      ['2', '到付', '到付', 'Freight collect'],
    ],
  },
  {
    dictTypeId: '1030',
    dictType: 'transport_mode',
    label: ['运输方式', '運輸方式', 'Transport method'],
    entries: [
      ['road', '公路', '公路', 'Road'],
      ['rail', '铁路', '鐵路', 'Rail'],
      ['air', '航空', '航空', 'Air'],
      ['sea', '水运', '水運', 'Sea'],
    ],
  },
  {
    dictTypeId: '1031',
    dictType: 'industry_invoice',
    label: ['行业发票', '行業發票', 'Industry invoice'],
    entries: [
      ['0', '通用', '通用', 'General'],
      ['1', '建筑服务', '建築服務', 'Construction'],
      ['2', '货物运输', '貨物運輸', 'Freight'],
      ['3', '不动产', '不動產', 'Real estate'],
    ],
  },
  {
    dictTypeId: '1032',
    dictType: 'economic_type',
    label: ['经济类型', '經濟類型', 'Economic type'],
    entries: [
      ['0', '国有企业', '國有企業', 'State-owned'],
      ['1', '民营企业', '民營企業', 'Private'],
      ['2', '外资企业', '外資企業', 'Foreign-invested'],
      ['3', '个体工商户', '個體工商戶', 'Sole trader'],
    ],
  },
  {
    dictTypeId: '1033',
    dictType: 'receiving',
    label: ['收款方式', '收款方式', 'Receiving'],
    entries: [
      ['0', '款到发货', '款到發貨', 'Payment before delivery'],
      ['1', '货到付款', '貨到付款', 'Cash on delivery'],
      ['2', '月结', '月結', 'Monthly settlement'],
      ['3', '信用账期', '信用帳期', 'Credit term'],
    ],
  },
  {
    dictTypeId: '1034',
    dictType: 'customer_type',
    label: ['客户类型', '客戶類型', 'Customer type'],
    entries: [
      ['0', '经销商', '經銷商', 'Distributor'],
      ['1', '直销客户', '直銷客戶', 'Direct customer'],
      ['2', '门店', '門店', 'Shop'],
      ['3', '电商', '電商', 'E-commerce'],
      ['4', '内部客户', '內部客戶', 'Internal'],
    ],
  },
  {
    dictTypeId: '1035',
    dictType: 'invoice_type',
    label: ['发票类型', '發票類型', 'Invoice type'],
    entries: [
      ['0', '增值税专用发票', '增值稅專用發票', 'VAT special invoice'],
      ['1', '增值税普通发票', '增值稅普通發票', 'VAT ordinary invoice'],
      ['2', '电子专用发票', '電子專用發票', 'Electronic special invoice'],
      ['3', '电子普通发票', '電子普通發票', 'Electronic ordinary invoice'],
      ['4', '不开票', '不開票', 'No invoice'],
    ],
  },
  {
    dictTypeId: '1036',
    dictType: 'pricing_mode',
    label: ['定价方式', '定價方式', 'Pricing mode'],
    entries: [
      ['0', '固定价', '固定價', 'Fixed price'],
      ['1', '折扣率', '折扣率', 'Discount rate'],
      ['2', '阶梯价', '階梯價', 'Ladder price'],
      ['3', '成本加成', '成本加成', 'Cost plus'],
      ['4', '直降金额', '直降金額', 'Amount off'],
    ],
  },
  {
    dictTypeId: '1037',
    dictType: 'inout_type',
    label: ['出入库方式', '出入庫方式', 'In/out type'],
    entries: [
      ['0', '生产入库', '生產入庫', 'Production in'],
      ['1', '采购入库', '採購入庫', 'Purchase in'],
      ['2', '调拨入库', '調撥入庫', 'Transfer in'],
      ['3', '其他入库', '其他入庫', 'Other in'],
      ['4', '销售出库', '銷售出庫', 'Sales out'],
      ['5', '领用出库', '領用出庫', 'Requisition out'],
      ['6', '调拨出库', '調撥出庫', 'Transfer out'],
      ['7', '其他出库', '其他出庫', 'Other out'],
    ],
  },
  {
    dictTypeId: '1038',
    dictType: 'bank_type',
    label: ['银行类别', '銀行類別', 'Bank type'],
    entries: [
      ['ICBC', '中国工商银行', '中國工商銀行', 'ICBC'],
      ['ABC', '中国农业银行', '中國農業銀行', 'Agricultural Bank of China'],
      ['BOC', '中国银行', '中國銀行', 'Bank of China'],
      ['CCB', '中国建设银行', '中國建設銀行', 'China Construction Bank'],
      ['COMM', '交通银行', '交通銀行', 'Bank of Communications'],
      ['CMB', '招商银行', '招商銀行', 'China Merchants Bank'],
    ],
  },
  {
    dictTypeId: '1039',
    dictType: 'vehicle',
    label: ['车辆类型', '車輛類型', 'Vehicle'],
    entries: [
      ['0', '厢式货车', '廂式貨車', 'Box truck'],
      ['1', '平板车', '平板車', 'Flatbed'],
      ['2', '冷藏车', '冷藏車', 'Refrigerated truck'],
      ['3', '面包车', '麵包車', 'Van'],
    ],
  },
  {
    dictTypeId: '1040',
    dictType: 'currency',
    label: ['币种', '幣種', 'Currency'],
    entries: [
      ['CNY', '人民币', '人民幣', 'Chinese yuan'],
      ['TWD', '新台币', '新台幣', 'New Taiwan dollar'],
      ['HKD', '港币', '港幣', 'Hong Kong dollar'],
      ['USD', '美元', '美元', 'US dollar'],
      ['EUR', '欧元', '歐元', 'Euro'],
    ],
  },
  {
    dictTypeId: '1041',
    dictType: 'tenant_params_type',
    label: ['租户参数类型', '租戶參數類型', 'Tenant params type'],
    entries: [
      ['SYS', '系统参数', '系統參數', 'System'],
      ['SD', '销售参数', '銷售參數', 'Sales'],
      ['STK', '库存参数', '庫存參數', 'Stock'],
      ['FIN', '财务参数', '財務參數', 'Finance'],
      ['RB', '报销参数', '報銷參數', 'Reimbursement'],
    ],
  },
  {
    dictTypeId: '1042',
    dictType: 'file_permission_control',
    label: ['文件权限控制', '檔案權限控制', 'File permission control'],
    entries: [
      ['0', '仅本人', '僅本人', 'Owner only'],
      ['1', '本部门', '本部門', 'Own department'],
      ['2', '本组织', '本組織', 'Own organisation'],
      ['3', '本租户', '本租戶', 'Own tenant'],
      ['4', '公开', '公開', 'Public'],
    ],
  },
  {
    dictTypeId: '1043',
    dictType: 'gender',
    label: ['性别', '性別', 'Gender'],
    entries: [
      ['0', '男', '男', 'Male'],
      ['1', '女', '女', 'Female'],
      ['2', '保密', '保密', 'Undisclosed'],
    ],
  },
  {
    dictTypeId: '1044',
    dictType: 'notice_type',
    label: ['通知类型', '通知類型', 'Notice type'],
    entries: [
      ['0', '系统公告', '系統公告', 'System announcement'],
      ['1', '业务通知', '業務通知', 'Business notice'],
      ['2', '会议通知', '會議通知', 'Meeting notice'],
    ],
  },
  {
    dictTypeId: '1045',
    dictType: 'storage_type',
    label: ['仓库类型', '倉庫類型', 'Warehouse type'],
    entries: [
      ['0', '普通仓', '普通倉', 'Normal'],
      ['1', '残次仓', '殘次倉', 'Defective'],
      ['2', '在途仓', '在途倉', 'In transit'],
      ['3', '虚拟仓', '虛擬倉', 'Virtual'],
    ],
  },
  {
    dictTypeId: '1046',
    dictType: 'news_type',
    label: ['新闻类型', '新聞類型', 'News type'],
    entries: [
      ['0', '公司新闻', '公司新聞', 'Company news'],
      ['1', '行业资讯', '行業資訊', 'Industry news'],
      ['2', '产品动态', '產品動態', 'Product news'],
    ],
  },
];
