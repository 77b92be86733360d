import { describe, expect, test } from 'vitest';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { defineEntity } from '#platform/model/entity.ts';
import { text } from '#platform/model/field.ts';
import { code, name } from '#platform/model/preset.ts';

const partner = text(['客户编码', '客戶編碼', 'Customer code']);
const facts = { label: ['拜访', '拜訪', 'Visit'], path: '/visit', list: { columns: [], filters: [] } } as const;
const fields = { code: code(), name: name() };
const bill = {
  ...facts,
  number: { prefix: 'V', digits: 4 },
  lineLabel: facts.label,
  states: billStates,
  initial: 'saved',
  editable: ['saved'],
  verbs: billVerbs,
  screen: { area: 'visit', url: 'visit', title: facts.label },
} as const;

describe('V1: a noun that names a customer or a supplier', () => {
  test('V1: is refused by its own name while it does not say whose its rows are', () => {
    expect(() => defineEntity({ ...facts, name: 'visit:visit', fields: { ...fields, customerCode: partner } })).toThrow(
      'visit:visit has customerCode: it declares owner.customer',
    );
    expect(() => defineEntity({ ...facts, name: 'visit:offer', fields: { ...fields, supplierCode: partner } })).toThrow(
      'visit:offer has supplierCode: it declares owner.supplier',
    );
    expect(() => defineDocument({ ...bill, name: 'visit:report', head: {}, lines: { customerCode: partner } })).toThrow(
      'visit:report has customerCode',
    );
  });

  test('V1: is taken with an owner of that kind, with a reason, or where the code is no column', () => {
    const owned = defineEntity({
      ...facts,
      name: 'visit:visit',
      fields: { ...fields, customerCode: partner },
      owner: { customer: 'customerCode' },
    });
    expect(owned.owner).toEqual({ customer: 'customerCode' });
    expect(() =>
      defineEntity({
        ...facts,
        name: 'visit:both',
        fields: { ...fields, customerCode: partner, supplierCode: partner },
        owner: { customer: 'customerCode' },
      }),
    ).toThrow('visit:both has supplierCode');
    defineDocument({ ...bill, name: 'visit:list', head: {}, lines: { customerCode: partner }, unowned: 'of many' });
    defineEntity({
      ...facts,
      name: 'visit:asked',
      fields: { ...fields, customerCode: { ...partner, virtual: true } },
    });
  });
});
