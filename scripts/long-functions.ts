/** Functions that may be longer than 60 lines, each with its reason. Twenty at most: the list is no place to hide. */
export const mostLong = 20;

export const longFunctions: Readonly<Record<string, string>> = {
  'modules/funds/server/bank-statement.ts findingsOf': 'one statement; its parts mean nothing alone',
  'scripts/demo-data/group-data.ts familiesOf': 'a table: the lists that a group hands down, one after the other',
  'scripts/demo-data/prices.ts strategiesOf':
    'a table: twenty-five price strategies and the words they are written with',
};
