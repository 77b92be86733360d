import type { Fault } from './screens.ts';

/** Faults that stay, each with its reason. */
const exceptions: readonly { readonly screen: RegExp; readonly fault: RegExp; readonly reason: string }[] = [
  {
    screen: /^job\/schedule(log)?$/,
    fault: /^raw key in a cell: beanName /,
    reason: 'a job is run by the name of its program; the list says beside it what it does',
  },
  {
    screen: /^sys\/menu$/,
    fault: /^raw key in a cell: permissions /,
    reason: 'the permission that a menu entry asks for is the key that a role grants',
  },
  {
    screen: /^approve\/billdict$/,
    fault: /^raw key in a cell: fieldCode /,
    reason: 'a field of somebody else’s bill is known by the name it has there; its own name stands beside it',
  },
  {
    screen: /^sys\/interfacelog$/,
    fault: /^raw key in a cell: url /,
    reason: 'the address that was called, letter by letter',
  },
  {
    screen: /^stock\/inout$/,
    fault: /^column empty in all rows: (supplierCode|deptCode)$/,
    reason: 'movements of purchases and of departments have them; the order of the columns is the contract’s',
  },
  {
    screen: /^sys\/flownotype$/,
    fault: /^column empty in all rows: docType$/,
    reason: 'only documents that are numbered by their kind name it; the order of the columns is the contract’s',
  },
  {
    screen: /^order\/demand$/,
    fault: /^column empty in all rows: shopName$/,
    reason: 'a demand of a shop names it; the order of the columns is the contract’s',
  },
  {
    screen: /^points\/exchangeorder$/,
    fault: /^column empty in all rows: shippingLocationCode$/,
    reason: 'an exchange that is sent names where to; the order of the columns is the contract’s',
  },
  {
    screen: /^stock\/inventory$/,
    fault: /^column empty in all rows: classCode$/,
    reason: 'a count of one class names it; the order of the columns is the contract’s',
  },
];

export const excepted = ({ screen, fault }: Fault): string | undefined =>
  exceptions.find((each) => each.screen.test(screen) && each.fault.test(fault))?.reason;
