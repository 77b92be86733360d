import { describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import { leadingFirst, leadOfList, rolesOf } from '#platform/model/list/lead.ts';
import { fieldsOf } from '#platform/model/module.ts';

const lists = models.flatMap(({ entities, documents, reports }) => [...entities, ...documents, ...reports]);
const named = lists.map((noun) => [noun.name, noun] as const);
const documents = models.flatMap((module) => module.documents);

describe('the columns of a list', () => {
  test.each(named)('%s shows every column once, those of the contract and no other', (_name, noun) => {
    expect(leadingFirst(noun).toSorted()).toEqual(noun.list.columns.toSorted());
  });

  test.each(documents.map((noun) => [noun.name, noun] as const))(
    '%s shows number, partner, amount, status and date at 1280 without scrolling',
    (_name, noun) => {
      const { number, date, partner, amount, status } = rolesOf(noun);
      const needed = [number, date, partner, amount, status].filter((key) => key !== undefined);
      const lead = noun.list.lead ?? leadOfList(noun);
      expect(lead.slice(0, 6)).toEqual(expect.arrayContaining(noun.list.lead === undefined ? needed : []));
      expect([lead.length <= 7, lead[0]]).toEqual([true, number]);
    },
  );

  test('what the walk missed stands in front', () => {
    const leads = Object.fromEntries(lists.map((noun) => [noun.name, leadOfList(noun)]));
    expect(leads['order:order']?.slice(0, 5)).toEqual([
      'code',
      'billDate',
      'customerName',
      'payableAmount',
      'billStatus',
    ]);
    expect(leads['order:delivery']?.slice(0, 5)).toEqual([
      'code',
      'billDate',
      'customerName',
      'totalNumber',
      'billStatus',
    ]);
    expect(leads['stock:inout']).toContain('billStatus');
    expect(leads['stock:inout']).not.toContain('syncStatus');
    expect(leads['sale:bill']?.slice(0, 5)).toEqual(['code', 'billDate', 'customerName', 'amount', 'billStatus']);
    expect(leads['sale:balance']).toContain('balanceAmount');
    expect(leads['stock:enquiry']).toContain('availableNumber');
  });

  test.each(named)('%s is opened by what names a record, not by a date or a figure', (_name, noun) => {
    const [link = ''] = leadingFirst(noun);
    const fields = noun.kind === 'report' ? noun.fields : fieldsOf(noun);
    expect(['date', 'instant', 'decimal', 'flag', 'bool']).not.toContain(fields[link]?.kind);
    expect(['billDate', 'createDate']).not.toContain(link);
  });
});
