import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { ruleTypes, type RuleType } from '#promotion/model/engine/rule.ts';
import { ruleFields } from '#promotion/model/rule-fields.ts';
import { usesOf, type RuleKey } from '#promotion/model/rule-form.ts';
import { promotionTexts as texts } from './promotion-texts.ts';

const keys = (Object.keys(ruleFields) as RuleKey[]).filter((key) => ruleTypes.some((type) => key in usesOf[type]));

/** Which fields each type has: always, or depending on another. */
export function RuleUses({ type }: { readonly type: RuleType | undefined }): ReactNode {
  return (
    <aside className="rule-uses">
      <h3>{say(texts.uses)}</h3>
      <p className="quiet">{`● ${say(texts.shown)}  ◐ ${say(texts.depends)}`}</p>
      <table>
        <thead>
          <tr>
            <th />
            {ruleTypes.map((code) => (
              <th key={code} className={code === type ? 'is-type' : undefined}>
                {code.slice(1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key}>
              <td>{say(ruleFields[key].label)}</td>
              {ruleTypes.map((code) => {
                const use = usesOf[code][key];
                return (
                  <td key={code} className={code === type ? 'is-type' : undefined}>
                    {use === undefined ? '·' : use === true ? '●' : '◐'}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </aside>
  );
}
