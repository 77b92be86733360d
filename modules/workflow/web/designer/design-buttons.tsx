import { Button, Dropdown } from 'antd';
import { useRef, type ReactNode } from 'react';
import { permissionOf } from '#platform/model/permission.ts';
import { saveBytes } from '#platform/web/api/download.ts';
import { useCan } from '#platform/web/api/me.ts';
import { say } from '#platform/web/text/language.ts';
import { texts as common } from '#platform/web/text/texts.ts';
import { wfModel } from '#workflow/model/definition.ts';
import { processTexts } from '#workflow/web/process/process-texts.ts';
import { useBasis } from './basis.ts';
import type { Design, Model } from './design.ts';
import { openDryRun } from './dry-run.tsx';
import { designerTexts as texts } from './texts.ts';

export type DesignVerb = 'save' | 'deploy' | 'dryRun';

interface Props {
  readonly design: Design;
  readonly model: Model;
  readonly busyWith: DesignVerb | null;
  /** One at a time: while one is under way the others do nothing. */
  readonly busy: (verb: DesignVerb, work: () => Promise<unknown>) => () => void;
  readonly onSave: () => void;
}

export function DesignButtons(props: Props): ReactNode {
  const { design, busyWith, busy, onSave } = props;
  const { board, isDirty, checked, changes } = design;
  const can = useCan();
  const mayDeploy = can(permissionOf(wfModel, 'deploy'));
  return (
    <>
      <Exchange {...props} />
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
      {can(permissionOf(wfModel, 'update')) && (
        <Button data-verb="save" type={isDirty ? 'primary' : 'default'} loading={busyWith === 'save'} onClick={onSave}>
          {say(common.save)}
        </Button>
      )}
      {mayDeploy && (
        <Button
          data-verb="deploy"
          type={isDirty ? 'default' : 'primary'}
          loading={busyWith === 'deploy'}
          disabled={checked === null || checked.at !== changes || checked.faults.length > 0}
          onClick={busy('deploy', design.deploy)}
        >
          {say(texts.deploy)}
        </Button>
      )}
    </>
  );
}

/** The drawing comes from a template or a file, and goes into one. */
function Exchange({ design: { board, replace }, model: { key } }: Props): ReactNode {
  const basis = useBasis();
  const file = useRef<HTMLInputElement>(null);
  return (
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
  );
}
