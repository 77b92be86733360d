import { ExpandOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown, Skeleton, Tooltip } from 'antd';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { permissionOf } from '#platform/model/permission.ts';
import { CallError, get, post, put } from '#platform/web/api/client.ts';
import { saveBytes } from '#platform/web/api/download.ts';
import { useCan } from '#platform/web/api/me.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { useContentHeight } from '#platform/web/entity/content-height.ts';
import { Failed } from '#platform/web/entity/failed.tsx';
import { PanelFrame } from '#platform/web/entity/panel-frame.tsx';
import { feedback } from '#platform/web/feedback.tsx';
import { say } from '#platform/web/language.ts';
import { beginPause } from '#platform/web/settled.ts';
import { openTabs, setDirty, useTab } from '#platform/web/shell/tabs.ts';
import { texts as common } from '#platform/web/texts.ts';
import { wfModel } from '#workflow/model/definition.ts';
import { processTexts } from '#workflow/web/process-texts.ts';
import { useBasis } from './basis.ts';
import { emptyDrawing, openBoard, type Board } from './board.ts';
import { openDryRun } from './dry-run.tsx';
import { FaultList, type Fault } from './fault-list.tsx';
import { partOf, textOf } from './moddle.ts';
import { PropertiesPanel } from './panel.tsx';
import { designerTexts as texts } from './texts.ts';
import { wordOf } from './translation.ts';
import './designer.css';

interface Model {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly modelXml: string | null;
  readonly rowVersion: number;
}

/** A process is drawn here: the canvas, what can be said of its elements beside it, what is wrong with them below. */
export function Designer(): ReactNode {
  const { name: tab, id = '' } = useTab();
  const {
    data: model,
    error,
    refetch,
  } = useQuery({
    queryKey: ['record', tab, 'design'],
    queryFn: () => get<Model>(`${wfModel.path}/${id}`, undefined, { isSilent: true }),
    staleTime: Infinity,
  });
  if (error !== null) return <Failed text={error.message} onRetry={() => void refetch()} />;
  return model === undefined ? <Skeleton active className="card" /> : <Workbench tab={tab} model={model} />;
}

interface Checked {
  readonly at: number;
  readonly faults: readonly Fault[];
  readonly isComplete: boolean;
}
interface CheckAnswer {
  readonly complaints: readonly Fault[];
  readonly states: number;
  readonly isComplete: boolean;
}

function Workbench({ tab, model }: { readonly tab: string; readonly model: Model }): ReactNode {
  const can = useCan();
  const basis = useBasis();
  const height = useContentHeight();
  const [board] = useState(openBoard);
  const [saved, setSaved] = useState<number | null>(null);
  const [rowVersion, setRowVersion] = useState(model.rowVersion);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [busyWith, setBusyWith] = useState<'save' | 'deploy' | 'dryRun' | null>(null);
  const ground = useRef<HTMLDivElement>(null);
  const file = useRef<HTMLInputElement>(null);
  useSyncExternalStore(board.subscribe, board.version);
  const changes = board.changes();
  const isDirty = saved !== null && changes !== saved;
  const { id, key } = model;

  useShown(board, tab, ground);
  useEffect(() => {
    if (saved !== null) return;
    void board
      .load(
        model.modelXml === null || model.modelXml.trim() === '' ? emptyDrawing(key, model.name) : model.modelXml,
        key,
      )
      .then((fault) => {
        if (fault !== null) {
          feedback.error(say(texts.importFault));
          return board.load(emptyDrawing(key, model.name), key);
        }
        return fault;
      })
      .then(() => {
        setSaved(board.changes());
      });
  }, [board, saved, model, key]);
  useEffect(() => {
    setDirty(tab, isDirty);
  }, [tab, isDirty]);
  useEffect(() => {
    if (saved === null || checked?.at === changes) return undefined;
    const timer = setTimeout(() => {
      void board
        .xml()
        .then((modelXml) => post<CheckAnswer>(`${wfModel.path}/check`, { modelXml }, { isSilent: true }))
        .then(
          ({ complaints, isComplete }) => {
            board.mark(complaints.map(({ element }) => element));
            setChecked({ at: changes, faults: complaints, isComplete });
          },
          (error: unknown) => {
            setChecked({
              at: changes,
              faults: [{ element: key, msg: error instanceof Error ? error.message : String(error) }],
              isComplete: false,
            });
          },
        );
    }, 600);
    beginPause(600);
    return () => {
      clearTimeout(timer);
    };
  }, [board, key, changes, saved, checked?.at]);

  const save = async (): Promise<boolean> => {
    const at = board.changes();
    try {
      await put(`${wfModel.path}/${id}/xml`, { modelXml: await board.xml(), rowVersion });
    } catch {
      return false;
    }
    setSaved(at);
    setRowVersion(rowVersion + 1);
    void listsChanged();
    return true;
  };
  const deploy = async (): Promise<void> => {
    if (isDirty && !(await save())) return;
    if (!(await feedback.confirm(say(texts.confirmDeploy)))) return;
    try {
      await post(`${wfModel.path}/deploy/${id}`);
    } catch (error) {
      const faults = error instanceof CallError ? error.errors.map(({ path, msg }) => ({ element: path, msg })) : [];
      if (faults.length > 0) {
        board.mark(faults.map(({ element }) => element));
        setChecked({ at: changes, faults, isComplete: true });
      }
      return;
    }
    feedback.success(say(texts.deployed));
    void listsChanged();
  };
  const busy = (verb: NonNullable<typeof busyWith>, work: () => Promise<unknown>) => () => {
    if (busyWith !== null) return;
    setBusyWith(verb);
    void work().finally(() => {
      setBusyWith(null);
    });
  };
  const replace = async (xml: string): Promise<void> => {
    if (!(await feedback.confirm(say(texts.replaceDrawing)))) return;
    const before = await board.xml();
    if ((await board.load(xml, key)) === null) return;
    feedback.error(say(texts.importFault));
    await board.load(before, key);
  };
  const mayDeploy = can(permissionOf(wfModel, 'deploy'));
  const mayUpdate = can(permissionOf(wfModel, 'update'));
  const keep = busy('save', async () => {
    if (await save()) feedback.success(say(common.saved));
  });
  return (
    <PanelFrame
      title={
        <>
          {model.name}
          <span className="bill-code">{key}</span>
          <CheckState checked={checked} changes={changes} />
        </>
      }
      onSave={mayUpdate ? keep : undefined}
      buttons={
        <>
          <Dropdown
            trigger={['click']}
            menu={{
              items: (basis?.templates ?? []).map((template) => ({
                key: template.key,
                label: <span data-template={template.key}>{template.name}</span>,
              })),
              onClick: ({ key: chosen }) =>
                void replace(basis?.templates.find((template) => template.key === chosen)?.xml ?? ''),
            }}
          >
            <Button data-verb="template">{say(texts.template)}</Button>
          </Dropdown>
          <Button data-verb="importXml" onClick={() => file.current?.click()}>
            {say(texts.importXml)}
          </Button>
          <Button
            data-verb="exportXml"
            onClick={() =>
              void board.xml().then((xml) => {
                saveBytes(new Blob([xml], { type: 'application/xml' }), `${key}.bpmn20.xml`);
              })
            }
          >
            {say(processTexts.exportXml)}
          </Button>
          {mayDeploy && (
            <Button
              data-verb="dryRun"
              loading={busyWith === 'dryRun'}
              onClick={busy('dryRun', async () => {
                await openDryRun(await board.xml());
              })}
            >
              {say(texts.dryRun)}
            </Button>
          )}
          {mayUpdate && (
            <Button
              data-verb="save"
              type={isDirty ? 'primary' : 'default'}
              loading={busyWith === 'save'}
              onClick={keep}
            >
              {say(common.save)}
            </Button>
          )}
          {mayDeploy && (
            <Button
              data-verb="deploy"
              type={isDirty ? 'default' : 'primary'}
              loading={busyWith === 'deploy'}
              disabled={checked === null || checked.at !== changes || checked.faults.length > 0}
              onClick={busy('deploy', deploy)}
            >
              {say(texts.deploy)}
            </Button>
          )}
          <input
            ref={file}
            type="file"
            hidden
            accept=".bpmn,.xml,.bpmn20.xml"
            aria-label={say(texts.importXml)}
            onChange={(event) => {
              const [chosen] = event.target.files ?? [];
              event.target.value = '';
              if (chosen !== undefined) void chosen.text().then(replace);
            }}
          />
        </>
      }
    >
      <div className="designer" style={{ height: Math.max(height - 136, 420) }}>
        <div className="card designer-main">
          <div className="designer-tools">
            <Tool
              label={say(texts.undo)}
              icon={<UndoOutlined />}
              verb="undo"
              isDisabled={!board.canUndo}
              onClick={board.undo}
            />
            <Tool
              label={say(texts.redo)}
              icon={<RedoOutlined />}
              verb="redo"
              isDisabled={!board.canRedo}
              onClick={board.redo}
            />
            <Tool label={say(texts.fit)} icon={<ExpandOutlined />} verb="fit" onClick={board.fit} />
          </div>
          <div ref={ground} className="designer-canvas" role="application" aria-label={say(texts.canvas)} />
          {checked !== null && checked.faults.length > 0 && (
            <FaultList faults={checked.faults} nameOf={(element) => nameAt(board, element)} onChoose={board.choose} />
          )}
        </div>
        <aside className="card designer-side">
          <PropertiesPanel board={board} basis={basis} />
        </aside>
      </div>
    </PanelFrame>
  );
}

/** Hidden the tool is taken off the page and put back when the tab is shown; with the tab it goes for good. */
function useShown(board: Board, tab: string, ground: { readonly current: HTMLDivElement | null }): void {
  useEffect(() => {
    if (ground.current !== null) board.attach(ground.current);
    return () => {
      board.detach();
      if (!openTabs().includes(tab)) board.destroy();
    };
  }, [board, tab, ground]);
}

/** An unnamed line is called by its ends, a timer by the step it hangs on, anything else by what it is. */
function nameAt(board: Board, element: string): string {
  const of = board.shapeAt(element)?.businessObject;
  if (of === undefined) return element;
  const name = textOf(of, 'name');
  if (name !== '') return name;
  const ends = ['sourceRef', 'targetRef'].flatMap((end) => partOf(of, end)?.id ?? []);
  if (ends.length === 2) return ends.map((end) => nameAt(board, end)).join(' → ');
  const host = partOf(of, 'attachedToRef')?.id;
  return `${host === undefined ? '' : `${nameAt(board, host)} · `}${wordOf(of.$type)}`;
}

function CheckState({ checked, changes }: { readonly checked: Checked | null; readonly changes: number }): ReactNode {
  if (checked?.at !== changes)
    return (
      <span className="status status-grey" data-check="open">
        {say(texts.checking)}
      </span>
    );
  if (checked.faults.length > 0)
    return (
      <span className="status status-red" data-check="faults">
        {say(texts.faults, { n: checked.faults.length })}
      </span>
    );
  return checked.isComplete ? (
    <span className="status status-green" data-check="sound">
      {say(texts.sound)}
    </span>
  ) : (
    <span className="status status-orange" data-check="large">
      {say(texts.tooLarge)}
    </span>
  );
}

function Tool({
  label,
  icon,
  verb,
  isDisabled = false,
  onClick,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly verb: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}): ReactNode {
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        size="small"
        icon={icon}
        aria-label={label}
        data-verb={verb}
        disabled={isDisabled}
        onClick={onClick}
      />
    </Tooltip>
  );
}
