import { ExpandOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Tooltip } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { permissionOf } from '#platform/model/permission.ts';
import { get } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { useContentHeight } from '#platform/web/list/content-height.ts';
import { Failed } from '#platform/web/loading/failed.tsx';
import { PanelFrame } from '#platform/web/form/panel-frame.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { useTab } from '#platform/web/route/tabs.ts';
import { texts as common } from '#platform/web/text/texts.ts';
import { wfModel } from '#workflow/model/definition.ts';
import { useBasis } from './basis.ts';
import type { Board } from './board.ts';
import { DesignButtons, type DesignVerb } from './design-buttons.tsx';
import { useDesign, type Checked, type Model } from './design.ts';
import { FaultList } from './fault-list.tsx';
import { partOf, textOf } from './moddle.ts';
import { PropertiesPanel } from './panel.tsx';
import { designerTexts as texts } from './texts.ts';
import { wordOf } from './translation.ts';
import './designer.css';

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

function Workbench({ tab, model }: { readonly tab: string; readonly model: Model }): ReactNode {
  const can = useCan();
  const basis = useBasis();
  const height = useContentHeight();
  const ground = useRef<HTMLDivElement>(null);
  const design = useDesign(tab, model, ground);
  const { board, checked, changes } = design;
  const [busyWith, setBusyWith] = useState<DesignVerb | null>(null);
  const busy = (verb: DesignVerb, work: () => Promise<unknown>) => () => {
    if (busyWith !== null) return;
    setBusyWith(verb);
    void work().finally(() => {
      setBusyWith(null);
    });
  };
  const keep = busy('save', async () => {
    if (await design.save()) feedback.success(say(common.saved));
  });
  return (
    <PanelFrame
      title={
        <>
          {model.name}
          <span className="bill-code">{model.key}</span>
          <CheckState checked={checked} changes={changes} />
        </>
      }
      onSave={can(permissionOf(wfModel, 'update')) ? keep : undefined}
      buttons={<DesignButtons design={design} model={model} busyWith={busyWith} busy={busy} onSave={keep} />}
    >
      <div className="designer" style={{ height: Math.max(height - 136, 420) }}>
        <div className="card designer-main">
          <DrawingTools board={board} />
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

function DrawingTools({ board }: { readonly board: Board }): ReactNode {
  return (
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
