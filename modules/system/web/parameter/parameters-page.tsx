import { SearchOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Segmented, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { Section } from '#platform/web/form/panel-frame.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { go } from '#platform/web/route/route.ts';
import { useTab } from '#platform/web/route/tabs.ts';
import { say } from '#platform/web/text/language.ts';
import { parameterAreas, type ParameterArea } from '#system/model/parameter/parameter-kind.ts';
import { globalConfigFields } from '#system/model/settings.ts';
import { isAbout, nounOf, useValues, type Foreign, type Level, type Values } from './parameter-data.ts';
import { ParameterLine } from './parameter-line.tsx';
import { parameterTexts } from './parameter-texts.ts';
import './parameters.css';

export const SystemParameters = (): ReactNode => <Parameters level="system" />;
export const TenantParameters = (): ReactNode => <Parameters level="tenant" />;

/** Parameters in words by area of the business; the rows as they are stored are one click away. */
function Parameters({ level }: { readonly level: Level }): ReactNode {
  const [isList, setList] = useState(false);
  const views = (
    <Segmented<'area' | 'records'>
      aria-label={say(parameterTexts.view)}
      value={isList ? 'records' : 'area'}
      options={[
        { value: 'area', label: <span data-view="area">{say(parameterTexts.byArea)}</span> },
        { value: 'records', label: <span data-view="records">{say(parameterTexts.asRecords)}</span> },
      ]}
      onChange={(next) => {
        setList(next === 'records');
      }}
    />
  );
  return isList ? <ListPage noun={nounOf(level)} buttons={views} /> : <ByArea level={level} views={views} />;
}

function ByArea({ level, views }: { readonly level: Level; readonly views: ReactNode }): ReactNode {
  const { title } = useTab();
  const { data, error, refetch } = useValues(level);
  const [words, setWords] = useState('');
  const [isSetOnly, setSetOnly] = useState(false);
  if (error !== null) return <Failed text={error.message} onRetry={() => void refetch()} />;
  return (
    <div className="panel params">
      <header className="card params-head">
        <h1>{title}</h1>
        {views}
        <Input
          className="params-find"
          allowClear
          data-testid="find-parameter"
          prefix={<SearchOutlined />}
          aria-label={say(parameterTexts.find)}
          placeholder={say(parameterTexts.find)}
          value={words}
          onChange={({ target }) => {
            setWords(target.value);
          }}
        />
        <Checkbox
          checked={isSetOnly}
          onChange={({ target }) => {
            setSetOnly(target.checked);
          }}
        >
          {say(parameterTexts.onlySet)}
        </Checkbox>
      </header>
      {data === undefined ? (
        <Skeleton active className="card" />
      ) : (
        <Areas level={level} values={data} words={words.trim()} isSetOnly={isSetOnly} />
      )}
    </div>
  );
}

interface AreasProps {
  readonly level: Level;
  readonly values: Values;
  readonly words: string;
  readonly isSetOnly: boolean;
}
function Areas({ level, values: { shown, foreign }, words, isSetOnly }: AreasProps): ReactNode {
  const found = shown.filter(
    (each) =>
      isAbout(each, words) && (!isSetOnly || each.value !== each.inherited.value || each.organisations.length > 0),
  );
  const byArea = Map.groupBy(found, ({ parameter }) => parameter.area);
  const areas = (Object.keys(parameterAreas) as ParameterArea[]).filter((area) => byArea.has(area));
  const others = foreign.filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(words.toLowerCase()));
  return (
    <div className="panel-body">
      {areas.map((area) => (
        <Section key={area} title={say(parameterAreas[area])}>
          <ul className="param-lines" data-area={area}>
            {(byArea.get(area) ?? []).map((each) => (
              <ParameterLine key={each.code} level={level} shown={each} />
            ))}
          </ul>
        </Section>
      ))}
      <Others rows={others} />
      {found.length + others.length === 0 && (
        <p className="card empty-list">
          {say(isSetOnly && words === '' ? parameterTexts.nothingSet : parameterTexts.nothing)}
        </p>
      )}
    </div>
  );
}

/** What other pages keep, and what the product knows nothing of: read here, changed among the records. */
function Others({ rows }: { readonly rows: readonly Foreign[] }): ReactNode {
  const isBranding = ({ code }: Foreign): boolean => code in globalConfigFields;
  const groups = [
    { title: parameterTexts.branding, rows: rows.filter(isBranding), isBranding: true },
    { title: parameterTexts.others, rows: rows.filter((row) => !isBranding(row)), isBranding: false },
  ];
  return groups
    .filter((group) => group.rows.length > 0)
    .map((group) => (
      <Section
        key={group.title[0]}
        title={say(group.title)}
        extra={
          group.isBranding && (
            <Button
              type="link"
              onClick={() => {
                go('sys-globalconfig');
              }}
            >
              {say(parameterTexts.inGlobalConfig)}
            </Button>
          )
        }
      >
        <ul className="param-lines">
          {group.rows.map(({ id, code, name, value }) => (
            <li key={id} className="param-line" data-param={code}>
              <div className="param-words">
                <strong>
                  {group.isBranding
                    ? say(globalConfigFields[code as keyof typeof globalConfigFields].label)
                    : name || code}
                </strong>
                {!group.isBranding && <span className="quiet">{say(parameterTexts.unknown)}</span>}
              </div>
              <div className="param-control param-other">{value}</div>
            </li>
          ))}
        </ul>
      </Section>
    ));
}
