import { Form, type FormInstance } from 'antd';
import { useEffect } from 'react';
import type { Document } from '#platform/model/document.ts';
import { nameKeyOf } from '#platform/model/field.ts';
import { nameTab, useTab } from '#platform/web/route/tabs.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { partnerKeyOf } from './fold-line.tsx';

/** The tab of a document carries its number and whom it is with, or what it is called: SO…0007 华东澜彩. */
export function useBillTab(
  document: Document,
  record: Row | undefined,
  form: FormInstance<Record<string, unknown>>,
): void {
  const { name } = useTab();
  const key = partnerKeyOf(document, record);
  const own = key === undefined ? calledBy(document) : nameKeyOf(key);
  const typed = Form.useWatch((values) => (own === undefined ? '' : textAt(values as Row, own)), {
    form,
    preserve: true,
  });
  const number = shortNumber(textAt(record, 'code'));
  const partner = typed ?? (own === undefined ? '' : textAt(record, own));
  useEffect(() => {
    nameTab(name, number, partner);
  }, [name, number, partner]);
}

/** A document with nobody at its other end is known by its name, where it has one. */
const calledBy = ({ head }: Document): string | undefined => (head['name']?.kind === 'text' ? 'name' : undefined);

/** Its kind and its last four figures: what people call it by. */
export const shortNumber = (code: string): string => code.replace(/^([A-Z]+)\d{5,}(\d{4})$/, '$1…$2');
