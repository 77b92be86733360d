import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox, Progress, Steps } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Document } from '#platform/model/document.ts';
import { groupKey, importListOf } from '#platform/model/import/document-import.ts';
import type { Entity } from '#platform/model/entity.ts';
import { spokenLabel, type RefField } from '#platform/model/field.ts';
import type { ImportState } from '#platform/model/import.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { downloadFile } from '#platform/web/file/download-file.ts';
import { DropZone } from '#platform/web/file/drop-zone.tsx';
import { UnderwayList } from '#platform/web/file/underway-list.tsx';
import { formatTip, useUploads } from '#platform/web/file/use-uploads.ts';
import { say } from '#platform/web/text/language.ts';
import { RefInput } from '#platform/web/field/ref-input.tsx';
import { texts as common } from '#platform/web/text/texts.ts';
import { ColumnStep } from './column-step.tsx';
import { RowStep } from './row-step.tsx';
import { texts } from './texts.ts';
import { useImport, type Step, type Wishes, type Work } from './use-import.ts';
import './import.css';

/** Brings lists of this noun in; answers when the person is done with it. */
export async function importList(noun: Entity | Document): Promise<void> {
  const list = noun.kind === 'document' ? importListOf(noun) : noun;
  await openDialog((close) => <ImportDialog noun={list} onClose={close} />);
}

/** References that are half of a key: a file is often all of one of them, and then no column says so. */
const keyRefs = (noun: Entity): readonly (readonly [key: string, field: RefField])[] =>
  noun.unique.flatMap((key) => {
    const field = noun.fields[key];
    return noun.unique.length > 1 &&
      field?.kind === 'ref' &&
      field.key === 'code' &&
      field.required &&
      noun.where?.[key] === undefined
      ? [[key, field] as const]
      : [];
  });

const places: Readonly<Record<Step, number>> = { upload: 0, columns: 1, staging: 2, rows: 2, applying: 2 };

function ImportDialog({ noun, onClose }: { readonly noun: Entity; readonly onClose: () => void }): ReactNode {
  const [wishes, setWishes] = useState<UploadWishes>({ isDirect: true, isUpdate: false, given: {} });
  const { isUpdate, given } = wishes;
  const uploads = useUploads<ImportState>({
    path: `${noun.path}/import`,
    accepts: 'list',
    extraParams: { stage: '1', ...(isUpdate ? { update: '1' } : {}), ...given, ...noun.where },
    onArrived: (state) => {
      work.arrived(state);
    },
  });
  const inFlight = uploads.underway.filter(({ state }) => state !== 'failed').length;
  const work: Work = useImport(noun, wishes, uploads.underway.length > 0, onClose);
  const { step, current } = work;
  const wish = (more: Partial<UploadWishes>): void => {
    setWishes((before) => ({ ...before, ...more }));
  };
  const leave = (): void => {
    work.leave();
    onClose();
  };
  return (
    <Dialog
      centered
      width={step === 'columns' || step === 'rows' ? 1080 : 500}
      className="import-dialog"
      title={say(texts.title, { noun: say(noun.label) })}
      onCancel={leave}
      footer={
        step === 'columns' || step === 'rows' ? null : (
          <div data-dialog="import" className="dialog-footer">
            <Button onClick={leave}>{say(step === 'upload' ? common.cancel : texts.close)}</Button>
          </div>
        )
      }
    >
      <ImportStanding work={work} inFlight={inFlight} />
      {step === 'upload' && <UploadStep noun={noun} wishes={wishes} onWish={wish} onFiles={uploads.take} />}
      <UnderwayList uploads={uploads} />
      {(step === 'staging' || step === 'applying') && <ImportProgress work={work} />}
      {step === 'columns' && current !== null && (
        <ColumnStep
          key={current.id}
          noun={noun}
          state={current}
          isUpdate={isUpdate}
          onCancel={leave}
          onGo={work.stage}
        />
      )}
      {step === 'rows' && current !== null && (
        <RowStep key={current.id} noun={noun} state={current} work={work} onCancel={leave} />
      )}
    </Dialog>
  );
}

/** Where the import stands, and what is wrong with it. */
function ImportStanding({ work, inFlight }: { readonly work: Work; readonly inFlight: number }): ReactNode {
  const { step, waiting, failure } = work;
  return (
    <>
      <Steps
        size="small"
        className="import-steps"
        current={places[step]}
        items={[texts.upload, texts.columns, texts.rows].map((title) => ({ title: say(title) }))}
      />
      {inFlight > 0 && (
        <p className="import-flight" role="status" data-testid="in-flight" data-count={inFlight}>
          {say(texts.inFlight, { count: inFlight })}
        </p>
      )}
      {waiting > 0 && (
        <p className="quiet" data-testid="import-waiting">
          {say(texts.waiting, { count: waiting })}
        </p>
      )}
      {failure !== null && (
        <Alert
          type="error"
          showIcon
          title={failure}
          data-testid="import-failure"
          {...(step === 'staging' || step === 'applying'
            ? {
                action: (
                  <Button size="small" data-verb="again" onClick={work.again}>
                    {say(texts.goOn)}
                  </Button>
                ),
              }
            : {})}
        />
      )}
    </>
  );
}

interface UploadWishes extends Wishes {
  /** What every row of the file has, by field. */
  readonly given: Readonly<Record<string, string>>;
}
interface UploadStepProps {
  readonly noun: Entity;
  readonly wishes: UploadWishes;
  readonly onWish: (more: Partial<UploadWishes>) => void;
  readonly onFiles: (files: readonly File[]) => void;
}
/** What rows of a file of documents are. */
const Grouped = ({ noun }: { readonly noun: Entity }): ReactNode =>
  groupKey in noun.fields && (
    <p className="upload-tip" data-testid="import-grouped">
      {say(texts.grouped)}
    </p>
  );

function UploadStep({ noun, wishes, onWish, onFiles }: UploadStepProps): ReactNode {
  const { isDirect, isUpdate, given } = wishes;
  return (
    <>
      <DropZone className="drop-wide" accepts="list" isMany onFiles={onFiles} />
      <p className="upload-tip" data-testid="import-tip">
        {formatTip('list')}
      </p>
      <Grouped noun={noun} />
      <div className="import-wishes">
        <Checkbox
          checked={isDirect}
          data-verb="direct"
          onChange={({ target }) => {
            onWish({ isDirect: target.checked });
          }}
        >
          {say(texts.direct)}
        </Checkbox>
        {noun.unique.length > 0 && (
          <Checkbox
            checked={isUpdate}
            data-verb="update"
            onChange={({ target }) => {
              onWish({ isUpdate: target.checked });
            }}
          >
            {say(texts.update)} <span className="quiet">{say(texts.updateHint)}</span>
          </Checkbox>
        )}
      </div>
      {keyRefs(noun).map(([key, field]) => (
        <label key={key} className="import-given" data-given={key}>
          <span>
            {say(spokenLabel(field))} <span className="quiet">{say(texts.givenHint)}</span>
          </span>
          <RefInput
            field={field}
            value={given[key] ?? ''}
            name=""
            onChange={(code) => {
              onWish({ given: { ...given, [key]: code ?? '' } });
            }}
          />
        </label>
      ))}
      <Button
        type="link"
        icon={<DownloadOutlined />}
        data-verb="template"
        className="import-template"
        onClick={() => void downloadFile(`${noun.path}/template`)}
      >
        {say(texts.template)}
      </Button>
    </>
  );
}

function ImportProgress({ work: { step, current, progress, failure } }: { readonly work: Work }): ReactNode {
  return (
    <div className="import-progress" data-testid="import-progress">
      <p>{current?.fileName}</p>
      <Progress percent={progress} status={failure === null ? 'active' : 'exception'} />
      <p className="quiet">{say(step === 'staging' ? texts.staging : texts.applying)}</p>
    </div>
  );
}
