import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { WarningFilled } from '@ant-design/icons';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { EntityTable } from '#platform/web/list/entity-table.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { columnsOf } from '#platform/web/value/shown.ts';
import { firstPage } from '#platform/web/record/use-list.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { gridTexts } from '#platform/web/grid/texts.ts';
import { say } from '#platform/web/text/language.ts';
import { pick } from '#platform/web/picker/picker-dialog.tsx';
import { Message } from '#platform/web/loading/loaded.tsx';
import { texts } from '#platform/web/text/texts.ts';
import { read } from './large-parts.tsx';
import { thing } from './specimens.ts';

const nothing = (): void => undefined;

/** What a page shows instead of its content: nothing there, not readable, not there, not loaded, still loading. */
export function States(): ReactNode {
  const columns = columnsOf(thing, thing.list.columns);
  return (
    <div className="gallery-states">
      <div className="card list-card">
        <div className="list-main">
          <EntityTable
            noun={thing}
            columns={columns}
            list={read([])}
            asked={firstPage}
            onAsk={nothing}
            height={150}
            remedy={
              <Button type="link" size="small">
                {say(gridTexts.clearFilters)}
              </Button>
            }
          />
        </div>
      </div>
      <div className="card list-card">
        <div className="list-main">
          <EntityTable
            noun={thing}
            columns={columns}
            list={read([], '500 (01a1ddb8)')}
            asked={firstPage}
            onAsk={nothing}
            height={150}
          />
        </div>
      </div>
      <Failed text="403 (01a1ddb8)" onRetry={nothing} />
      <Message title="404" more={say(texts.notFoundPage)} buttons={<Button type="primary">{say(texts.home)}</Button>} />
      <Message
        icon={<WarningFilled className="message-warning" />}
        title={say(texts.chunkBroke)}
        more={say(texts.chunkBrokeMore)}
        buttons={<Button type="primary">{say(texts.retry)}</Button>}
      />
      <div className="card section">
        <Skeleton paragraph={{ rows: 3 }} />
      </div>
    </div>
  );
}

/** What lies over a page; one at a time, by its name in the address. */
const scenes = {
  picker: () => void pick(thing, { isMultiple: true }),
  question: () => void feedback.confirm(say(texts.unsaved), { isDanger: true }),
  dialog: () =>
    void openDialog((close) => (
      <Dialog
        centered
        title={say(texts.shortcuts)}
        onCancel={() => {
          close();
        }}
        onOk={() => {
          close();
        }}
      >
        <p>{say(texts.chunkBrokeMore)}</p>
      </Dialog>
    )),
  messages: () => {
    const tell = (): void => {
      feedback.error(say(texts.pageBroke));
      feedback.warn(say(texts.sessionEnded));
    };
    tell();
    // Said again they stay, however long a picture takes.
    setInterval(tell, 1000);
  },
} as const satisfies Readonly<Record<string, () => void>>;
export type Scene = keyof typeof scenes;

export const isScene = (name: string): name is Scene => name in scenes;
export const openScene = (scene: Scene): void => {
  scenes[scene]();
};
