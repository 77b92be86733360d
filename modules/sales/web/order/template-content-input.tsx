import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { contentIn } from '#sales/model/template-content.ts';
import { templateTexts } from './template-texts.ts';

/** What a shared template holds. It is made above the lines of an order and nowhere else. */
export function TemplateContentInput({ value }: OwnInputProps): ReactNode {
  const content = contentIn(value);
  if (content === null) return <span className="quiet">{say(templateTexts.fromOrder)}</span>;
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th>{say(templateTexts.product)}</th>
          <th className="number">{say(templateTexts.number)}</th>
        </tr>
      </thead>
      <tbody>
        {content.lines.map(({ text, changes: { number = '' } }, at) => (
          <tr key={at}>
            <td>{text}</td>
            <td className="number">{number}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
