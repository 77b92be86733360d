import { Select } from 'antd';
import type { ReactNode } from 'react';
import { orderType } from '#data/model/value/choices.ts';
import { choiceOptions } from '#platform/web/field/field-input.tsx';
import { ScopeRows } from '#platform/web/field/scope-rows.tsx';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { dimensionsOf, mostScopes, nounOfDimension, scopeSide } from '#promotion/model/activity-scope.ts';

const activityScope = { sides: scopeSide, dimensions: dimensionsOf, nouns: nounOfDimension, most: mostScopes };

/** Who gets it, and for buying what. */
export const ActivityScope = (props: OwnInputProps): ReactNode => <ScopeRows {...props} of={activityScope} />;

/** Which orders it looks at; normal ones where none is chosen. */
export function OrderTypes({ id, value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  if (disabled)
    return (chosen.length === 0 ? ['0'] : chosen)
      .map((code) => Object.entries(orderType).find(([each]) => each === code)?.[1])
      .flatMap((label) => (label === undefined ? [] : [say(label)]))
      .join('、');
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      className="full"
      value={chosen}
      placeholder={say(orderType[0])}
      options={choiceOptions(orderType)}
      onChange={(next: string[]) => onChange?.(next)}
    />
  );
}
