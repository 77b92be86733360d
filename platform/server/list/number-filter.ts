import { totalCap } from '#platform/model/envelope.ts';

/** So much of a number names few documents; less is part of most of them. */
const tellingLength = 5;
/** How many of the newest documents are looked through for any other part of a number: as many as a total counts. */
const numberWindow = totalCap;

/**
 * Part of a document's number, on a page. A number is known by its beginning: the index finds it among ten million. Any
 * other part is looked for in the newest documents only; through all of them it would take seconds to say that there is
 * none.
 */
export function numberFilter(
  table: string,
  { text, pattern }: { readonly text: string; readonly pattern: string },
  next: (value: string) => string,
): string {
  const part = next(pattern);
  const most = totalCap + 1;
  const among = `
    (
      select x.id, x.code
      from app.${table} x
      where x.deleted_flag = '0'
      order by x.create_date desc, x.id desc
      limit ${numberWindow}
    ) x
    where x.code like ${part}`;
  if (text.length < tellingLength) return `t.id = any(array(select x.id from ${among} limit ${most}))`;
  // What begins with a text lies between the text and the text with the last of all letters behind it.
  const begins = `code >= ${next(text)} and x.code < ${next(`${text}\uffff`)}`;
  // One list of ids, not two put together: only that is looked up by the key.
  return (
    `t.id = any(array((select x.id from app.${table} x where x.${begins} order by x.code desc limit ${most})` +
    `
      union all (
        select x.id
        from ${among} and not exists (select from app.${table} x where x.${begins})
        limit ${most}
      )))`
  );
}
