import type { Choices } from '#platform/model/field.ts';

export const tenantLevel = {
  0: ['品牌商', '品牌商', 'Brand owner'],
  1: ['子租户', '子租戶', 'Sub-tenant'],
} as const satisfies Choices;

export const distributorLevel = {
  0: ['品牌商', '品牌商', 'Brand owner'],
  1: ['一级经销商', '一級經銷商', 'Level 1'],
  2: ['二级经销商', '二級經銷商', 'Level 2'],
  3: ['三级经销商', '三級經銷商', 'Level 3'],
  4: ['四级经销商', '四級經銷商', 'Level 4'],
} as const satisfies Choices;

export const manageFlag = {
  1: ['管理组织', '管理組織', 'Managing'],
  0: ['非管理组织', '非管理組織', 'Not managing'],
} as const satisfies Choices;

export const orgType = {
  0: ['库存组织', '庫存組織', 'Inventory organisation'],
  1: ['管理组织', '管理組織', 'Managing organisation'],
} as const satisfies Choices;

export const gender = {
  0: ['男', '男', 'Male'],
  1: ['女', '女', 'Female'],
  2: ['保密', '保密', 'Undisclosed'],
} as const satisfies Choices;

/** What kind of person stands behind an account; it decides which rows the account owns. */
export const userAccountType = {
  0: ['员工', '員工', 'Employee'],
  1: ['客户', '客戶', 'Customer'],
  2: ['供应商', '供應商', 'Supplier'],
  3: ['业务员', '業務員', 'Salesperson'],
} as const satisfies Choices;

export const accountRank = {
  0: ['主账号', '主帳號', 'Main account'],
  1: ['子账号', '子帳號', 'Sub-account'],
} as const satisfies Choices;

export const verifyType = {
  0: ['本地验证', '本地驗證', 'Local'],
  1: ['ERP验证', 'ERP驗證', 'By the ERP'],
} as const satisfies Choices;

export const menuType = {
  0: ['菜单', '選單', 'Menu'],
  1: ['按钮', '按鈕', 'Button'],
} as const satisfies Choices;

export const areaLevel = {
  1: ['省', '省', 'Province'],
  2: ['市', '市', 'City'],
  3: ['区县', '區縣', 'District'],
} as const satisfies Choices;

/** How dear a city is to stay in, as policies of travel tell cities apart. */
export const cityLevel = {
  1: ['一线城市', '一線城市', 'First-tier city'],
  2: ['省会城市', '省會城市', 'Provincial capital'],
  3: ['其他城市', '其他城市', 'Other city'],
  9: ['境外', '境外', 'Abroad'],
} as const satisfies Choices;

export const periodStatus = {
  0: ['未开启', '未開啟', 'Not opened', 'grey'],
  1: ['已开启', '已開啟', 'Open', 'green'],
  2: ['已结账', '已結帳', 'Closed', 'blue'],
} as const satisfies Choices;

export const carouselTarget = {
  0: ['商城首页', '商城首頁', 'Mall home'],
  1: ['小程序首页', '小程式首頁', 'Mini-program home'],
  2: ['后台首页', '後台首頁', 'Back-office home'],
} as const satisfies Choices;

export const noticeType = {
  0: ['系统公告', '系統公告', 'System announcement'],
  1: ['业务通知', '業務通知', 'Business notice'],
  2: ['会议通知', '會議通知', 'Meeting notice'],
} as const satisfies Choices;

export const noticeStatus = {
  0: ['草稿', '草稿', 'Draft', 'grey'],
  1: ['已发送', '已發送', 'Sent', 'green'],
} as const satisfies Choices;

export const readStatus = {
  0: ['未读', '未讀', 'Unread', 'orange'],
  1: ['已读', '已讀', 'Read', 'grey'],
} as const satisfies Choices;

export const receiverType = {
  0: ['全部', '全部', 'Everyone'],
  1: ['部门', '部門', 'Department'],
  2: ['指定用户', '指定使用者', 'Users'],
} as const satisfies Choices;

export const publishStatus = {
  0: ['未发布', '未發布', 'Unpublished', 'grey'],
  1: ['已发布', '已發布', 'Published', 'green'],
} as const satisfies Choices;

export const versionPlatform = {
  0: ['后台', '後台', 'Back office'],
  1: ['商城', '商城', 'Mall'],
  2: ['小程序', '小程式', 'Mini-program'],
  3: ['App', 'App', 'App'],
} as const satisfies Choices;

export const jobStatus = {
  0: ['暂停', '暫停', 'Paused', 'orange'],
  1: ['正常', '正常', 'Normal', 'green'],
} as const satisfies Choices;

export const checkResult = {
  0: ['失败', '失敗', 'Failed', 'red'],
  1: ['成功', '成功', 'Success', 'green'],
} as const satisfies Choices;

export const sendStatus = {
  0: ['失败', '失敗', 'Failed', 'red'],
  1: ['成功', '成功', 'Success', 'green'],
} as const satisfies Choices;

/** A mail of an installation without a mail server was neither sent nor refused by anybody. */
export const mailStatus = {
  ...sendStatus,
  2: ['未发送', '未發送', 'Not sent', 'grey'],
} as const satisfies Choices;

export const loginStatus = {
  0: ['失败', '失敗', 'Failed', 'red'],
  1: ['成功', '成功', 'Success', 'green'],
  2: ['已锁定', '已鎖定', 'Locked', 'orange'],
} as const satisfies Choices;

export const httpMethod = {
  GET: ['GET', 'GET', 'GET'],
  POST: ['POST', 'POST', 'POST'],
  PUT: ['PUT', 'PUT', 'PUT'],
  DELETE: ['DELETE', 'DELETE', 'DELETE'],
} as const satisfies Choices;

export const noReset = {
  0: ['不重置', '不重設', 'Never'],
  1: ['按年', '按年', 'Yearly'],
  2: ['按月', '按月', 'Monthly'],
  3: ['按日', '按日', 'Daily'],
} as const satisfies Choices;
