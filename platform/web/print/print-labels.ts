import type { Label } from '#platform/model/label.ts';

/** What stands on buttons of lists and forms. The other texts come with what they open. */
export const printLabels = {
  print: ['打印', '列印', 'Print'],
  printList: ['打印列表', '列印列表', 'Print the list'],
} as const satisfies Readonly<Record<string, Label>>;
