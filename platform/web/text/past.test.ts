import { expect, test } from 'vitest';
import { pastOf } from '#platform/model/label.ts';

test.each([
  ['Approve', 'Approved'],
  ['Submit', 'Submitted'],
  ['Revoke approval', 'Revoked approval'],
  ['New', 'Created'],
  ['Printed', 'Printed'],
  ['Withdraw', 'Withdrawn'],
])('what a button calls %s was %s', (verb, done) => {
  expect(pastOf(['做', '做', verb])).toEqual(['做', '做', done]);
});
