import type { AreaGroup } from '#platform/model/module.ts';

/** Headings of the master data, by what a person keeps. */
export const masterDataGroups: readonly AreaGroup[] = [
  {
    label: ['客户与渠道', '客戶與渠道', 'Customers and channels'],
    screens: [
      'data/customer',
      'data/customerclass',
      'data/customergroup',
      'data/customerlevel',
      'data/customertrade',
      'data/customerarea',
      'data/customerinvoice',
      'data/manager',
      'data/channel',
      'data/shop',
      'data/site',
      'data/saletype',
    ],
  },
  {
    label: ['商品', '商品', 'Goods'],
    screens: [
      'data/brand',
      'data/product',
      'data/productclass',
      'data/material',
      'data/materialclass',
      'data/materialline',
      'data/materialtag',
      'data/unit',
      'data/packagespec',
      'data/freeterm',
      'data/freetermclass',
      'data/freetermgroup',
      'data/recipeno',
      'data/recipenoclass',
      'data/externalstandard',
      'data/externalstandardclass',
      'data/restrictrule',
    ],
  },
  {
    label: ['供应商与物流', '供應商與物流', 'Suppliers and carriers'],
    screens: [
      'data/supplier',
      'data/supplierclass',
      'data/depot',
      'data/logistics',
      'data/logisticsclass',
      'data/car',
      'data/driver',
    ],
  },
  {
    label: ['组织与人员', '組織與人員', 'Departments and staff'],
    screens: ['data/dept', 'data/personnel', 'data/personneltype'],
  },
  {
    label: ['财务', '財務', 'Finance'],
    screens: ['data/balancetype', 'data/bankaccount', 'data/budgetaccount', 'data/costsubject'],
  },
];

/** Headings of the folder that prices and funds share. */
export const saleGroups: readonly AreaGroup[] = [
  {
    label: ['价格', '價格', 'Prices'],
    screens: [
      'sale/pricechange',
      'sale/benchmarkprice',
      'sale/pricestrategy',
      'sale/ladderprice',
      'sale/estimatedcost',
      'sale/priceclass',
      'sale/pricequeryrule',
    ],
  },
  {
    label: ['往来与资金', '往來與資金', 'Receivables and funds'],
    screens: [
      'sale/bill',
      'sale/bankstatement',
      'sale/accountcheck',
      'sale/balance',
      'sale/payable',
      'sale/payablestatement',
      'sale/capitalaccount',
      'sale/accounttype',
    ],
  },
  {
    label: ['信用', '信用', 'Credit'],
    screens: ['sale/creditinfo', 'sale/creditchange', 'sale/financing'],
  },
  {
    label: ['期末与目标', '期末與目標', 'Periods and targets'],
    screens: ['sale/opening', 'sale/periodclose', 'sale/objective'],
  },
];
