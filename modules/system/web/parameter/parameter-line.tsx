import { Button, Tooltip } from 'antd';
import { useState, type ReactNode } from 'react';
import { permissionOf } from '#platform/model/permission.ts';
import { useCan } from '#platform/web/api/me.ts';
import { instantText } from '#platform/web/cell/cell.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { takes } from '#system/model/parameter/parameter.ts';
import { ParameterControl } from './parameter-control.tsx';
import {
  dropValue,
  effectsOf,
  isSwitch,
  keepValue,
  nounOf,
  valueText,
  type Level,
  type SetValue,
  type Shown,
  type Source,
} from './parameter-data.ts';
import { parameterTexts } from './parameter-texts.ts';

interface LineProps {
  readonly level: Level;
  readonly shown: Shown;
}

/** A parameter: what it is called and does, its control, who changed it when. Organisations that differ stand below. */
export function ParameterLine({ level, shown }: LineProps): ReactNode {
  const { code, parameter, value, inherited, own, organisations } = shown;
  return (
    <li data-param={code}>
      <ValueLine
        level={level}
        shown={shown}
        set={own}
        value={value}
        title={
          <Tooltip title={code}>
            <strong>{say(parameter.label)}</strong>
          </Tooltip>
        }
        source={own?.isOn === true ? undefined : inherited.from}
      />
      {organisations.map((each) => (
        <ValueLine
          key={each.id}
          level={level}
          shown={shown}
          set={each}
          value={each.value}
          title={<span>{say(parameterTexts.organisation, { name: each.organizeName || each.organizeCode })}</span>}
        />
      ))}
    </li>
  );
}

interface ValueLineProps extends LineProps {
  readonly set: SetValue | undefined;
  readonly value: string;
  readonly title: ReactNode;
  /** Where the value comes from when nobody set one here. */
  readonly source?: Source | undefined;
}
function ValueLine({ level, shown, set, value, title, source }: ValueLineProps): ReactNode {
  const { parameter } = shown;
  const can = useCan();
  const mayKeep = can(permissionOf(nounOf(level), set === undefined ? 'save' : 'update'));
  const { typed, isDirty, isBusy, refusal, type, save } = useTyped(level, shown, set, value);
  return (
    <div className={isDirty ? 'param-line param-line-dirty' : 'param-line'}>
      <Words shown={shown} title={title} typed={typed} isDirty={isDirty} refusal={refusal} />
      <div className="param-control">
        <ParameterControl
          parameter={parameter}
          value={typed}
          disabled={!mayKeep || isBusy}
          canPick={level === 'tenant'}
          onChange={type}
          onEnter={() => void save()}
        />
      </div>
      <div className="param-end">
        {isDirty ? (
          <span className="buttons">
            <Button
              size="small"
              onClick={() => {
                type(value);
              }}
            >
              {say(texts.cancel)}
            </Button>
            <Button
              size="small"
              type="primary"
              data-verb="save"
              loading={isBusy}
              disabled={!takes(parameter, typed)}
              onClick={() => void save()}
            >
              {say(texts.save)}
            </Button>
          </span>
        ) : (
          <>
            <Author set={set} source={source} />
            {set !== undefined && can(permissionOf(nounOf(level), 'delete')) && (
              <Reset level={level} shown={shown} set={set} />
            )}
          </>
        )}
      </div>
    </div>
  );
}

interface WordsProps extends Pick<Typed, 'typed' | 'isDirty' | 'refusal'> {
  readonly shown: Shown;
  readonly title: ReactNode;
}
function Words({ shown, title, typed, isDirty, refusal }: WordsProps): ReactNode {
  return (
    <div className="param-words">
      {title}
      <span className="quiet">{sentenceOf(shown, typed)}</span>
      {shown.parameter.isPosting === true && isDirty && (
        <span className="param-posting">{say(parameterTexts.posting)}</span>
      )}
      {refusal !== null && (
        <span className="param-refused" role="alert">
          {refusal}
        </span>
      )}
    </div>
  );
}

/** What the value does; a list of effects says it itself, and a figure has one sentence whatever it is. */
function sentenceOf({ parameter }: Shown, value: string): string {
  if (isSwitch(parameter)) return valueText(parameter, value);
  return parameter.meaning === undefined || effectsOf(parameter) !== undefined ? '' : say(parameter.meaning);
}

interface Typed {
  readonly typed: string;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  readonly refusal: string | null;
  readonly type: (value: string) => void;
  readonly save: () => Promise<void>;
}
function useTyped(level: Level, { code, parameter }: Shown, set: SetValue | undefined, value: string): Typed {
  const [draft, setDraft] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const typed = draft ?? value;
  const isDirty = typed !== value;
  const type = (next: string): void => {
    setRefusal(null);
    setDraft(next === value ? null : next);
  };
  const save = async (): Promise<void> => {
    if (!isDirty || isBusy || !takes(parameter, typed)) return;
    setBusy(true);
    setRefusal(null);
    try {
      await keepValue(level, code, set, typed);
      setDraft(null);
      feedback.success(say(texts.saved));
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return { typed, isDirty, isBusy, refusal, type, save };
}

function Author({ set, source }: Pick<ValueLineProps, 'set' | 'source'>): ReactNode {
  if (set === undefined || source !== undefined)
    return (
      <span className="quiet">{say(source === 'system' ? parameterTexts.fromSystem : parameterTexts.byDefault)}</span>
    );
  return (
    <span className="quiet" data-testid="changed">
      {set.by === ''
        ? say(parameterTexts.asDelivered)
        : say(parameterTexts.changed, { name: set.by, time: instantText(set.at).slice(0, 16) })}
    </span>
  );
}

/** Without a value of its own the one above holds again; it is named before anybody clicks. */
function Reset({ level, shown: { parameter, inherited }, set }: LineProps & { readonly set: SetValue }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  if (set.organizeCode === '' && set.value === inherited.value) return null;
  const drop = async (): Promise<void> => {
    setBusy(true);
    try {
      await dropValue(level, set);
      feedback.success(say(texts.done));
    } catch (error) {
      feedback.error(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Tooltip title={say(parameterTexts.backTo, { value: valueText(parameter, inherited.value) })}>
      <Button size="small" type="link" data-verb="reset" loading={isBusy} onClick={() => void drop()}>
        {say(parameterTexts.reset)}
      </Button>
    </Tooltip>
  );
}
