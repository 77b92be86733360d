import { Form, type FormInstance } from 'antd';
import { useEffect } from 'react';
import type { Document } from '#platform/model/document.ts';
import { nameKeyOf } from '#platform/model/field.ts';
import { nameTab, useTab } from '#platform/web/route/tabs.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { partnerKeyOf } from './fold-line.tsx';

/** The tab of a document carries its number and whom it is with: SO…0007 华东澜彩. */
export function useBillTab(
  document: Document,
  record: Row | undefined,
  form: FormInstance<Record<string, unknown>>,
): void {
  const { name } = useTab();
  const key = partnerKeyOf(document, record);
  const typed = Form.useWatch((values) => (key === undefined ? '' : textAt(values as Row, nameKeyOf(key))), {
    form,
    preserve: true,
  });
  const number = shortNumber(textAt(record, 'code'));
  const partner = typed ?? (key === undefined ? '' : textAt(record, nameKeyOf(key)));
  useEffect(() => {
    nameTab(name, number, partner);
  }, [name, number, partner]);
}

/** Its kind and its last four figures: what people call it by. */
export const shortNumber = (code: string): string => code.replace(/^([A-Z]+)\d{5,}(\d{4})$/, '$1…$2');
