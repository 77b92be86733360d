import { expect, test } from 'vitest';
import { isPageOf, routeFor } from './openable.ts';

const target = { name: 'shop:bill', url: 'shop/bill' };
const leaf = (url: string) => ({ id: url, name: url, url });
const nav = [{ id: 'area', name: 'Area', url: null, children: [leaf('shop/bill'), leaf('shop/good?tenantFlag=1')] }];

test('a link is offered where the menu has the screen and the record may be viewed', () => {
  expect(routeFor({ nav, permissions: ['shop:bill:view'] }, target, '7')).toBe('shop-bill__read__7');
  expect(routeFor({ nav, permissions: ['shop:good:view'] }, { name: 'shop:good', url: 'shop/good' }, '7')).toBe(
    'shop-good?tenantFlag=1__read__7',
  );
});

test('without the menu it would lead to 404, without the permission to 403: neither is offered', () => {
  expect(routeFor({ nav: [], permissions: ['shop:bill:view'] }, target, '7')).toBeUndefined();
  expect(routeFor({ nav, permissions: ['shop:bill:page'] }, target, '7')).toBeUndefined();
  expect(routeFor({ nav, permissions: ['shop:bill:view'] }, target, '')).toBeUndefined();
});

test('the address in a message is followed only to pages of the reader', () => {
  expect(isPageOf({ nav }, 'shop-good?tenantFlag=1')).toBe(true);
  expect(isPageOf({ nav }, 'shop-good')).toBe(false);
});
