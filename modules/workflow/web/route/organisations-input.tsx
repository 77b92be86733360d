import { useId, type ReactNode } from 'react';
import { RefsInput } from '#platform/web/field/refs-input.tsx';
import { say } from '#platform/web/text/language.ts';
import { bizRoute } from '#workflow/model/biz-route.ts';
import { routeTexts as texts } from './route-texts.ts';

/** Whose documents a rule is about; nobody chosen is everybody. */
export function OrganisationsInput({
  value,
  onChange,
}: {
  readonly value: readonly string[];
  readonly onChange: (next: readonly string[]) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="rule-then">
      <label className="rule-word quiet" htmlFor={id}>
        {say(texts.organisations)}
      </label>
      <span className="rule-organisations">
        <RefsInput id={id} field={bizRoute.fields.organizeCodes} value={value} onChange={onChange} />
      </span>
      {value.length === 0 && <span className="quiet">{say(texts.allOrganisations)}</span>}
    </div>
  );
}
