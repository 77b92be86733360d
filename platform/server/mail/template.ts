import type { Label } from '#platform/model/label.ts';
import { cleanHtml, escapeHtml } from '#platform/server/text/html.ts';

/** What a template says and which words it leaves open. */
export interface Template {
  readonly subject: string;
  readonly content: string;
  readonly variables: unknown;
}
export type TemplateParams = Readonly<Record<string, unknown>>;

const name = /^[A-Za-z]\w{0,49}$/;
const placeholder = /\{\{ *([A-Za-z]\w{0,49}) *\}\}/g;
const mostVariables = 50;

export const templateFaults = {
  variables: [
    '应为变量名列表，变量名由字母、数字和下划线组成',
    '應為變數名列表，變數名由字母、數字和底線組成',
    'must be a list of names made of letters, digits and underscores',
  ],
  undeclared: ['使用了未声明的变量', '使用了未宣告的變數', 'uses a variable that is not declared'],
  syntax: [
    '占位符只能写作{{变量名}}',
    '佔位符只能寫作{{變數名}}',
    'a placeholder is written {{name}} and in no other way',
  ],
} as const satisfies Readonly<Record<string, Label>>;

/** Null when the field does not hold a list of names. */
export function variablesIn(value: unknown): readonly string[] | null {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value) || value.length > mostVariables || new Set(value).size !== value.length) return null;
  return value.every((each): each is string => typeof each === 'string' && name.test(each)) ? value : null;
}

/** Why this text is no text of a template with these variables, or null. */
export function templateFault(text: string, variables: readonly string[]): Label | null {
  const used = [...text.matchAll(placeholder)].map(([, each = '']) => each);
  // Three braces mean "as it is" elsewhere; here nothing is put in as it is.
  if (/\{{3}|\}{3}/.test(text) || /\{\{|\}\}/.test(text.replace(placeholder, ''))) return templateFaults.syntax;
  return used.every((each) => variables.includes(each)) ? null : templateFaults.undeclared;
}

/** Variables without a value and values without a variable; a value is a text, a number or a truth. */
export function paramFaults(
  variables: readonly string[],
  params: TemplateParams,
): { readonly missing: readonly string[]; readonly surplus: readonly string[] } {
  const given = Object.keys(params);
  return {
    missing: variables.filter(
      (each) => !Object.hasOwn(params, each) || !['string', 'number', 'boolean'].includes(typeof params[each]),
    ),
    surplus: given.filter((each) => !variables.includes(each)),
  };
}

/** Control characters end a header and begin another. */
export const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();

/**
 * Each placeholder becomes its value once; a value that looks like a placeholder stays what it is. The result is
 * cleaned again: a value may stand in a link.
 */
export function renderTemplate(
  { subject, content }: Template,
  params: TemplateParams,
  hidden: readonly string[] = [],
): { readonly subject: string; readonly html: string } {
  const valueOf = (each: string): string =>
    hidden.includes(each) ? '***' : Object.hasOwn(params, each) ? String(params[each]).slice(0, 2000) : '';
  return {
    subject: oneLine(subject.replace(placeholder, (_all, each: string) => valueOf(each))).slice(0, 200),
    html: cleanHtml(content.replace(placeholder, (_all, each: string) => escapeHtml(valueOf(each)))),
  };
}
