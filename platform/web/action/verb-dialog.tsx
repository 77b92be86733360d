import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import type { Document, Verb } from '#platform/model/document.ts';
import { put } from '#platform/web/api/client.ts';
import { note } from '#platform/web/api/log.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { ImpactPreview } from './impact-preview.tsx';
import { deedSentence } from './impact-sentence.ts';
import type { Impact } from './impact.ts';
import { ReasonInput, ReasonKindInput } from './reason-input.tsx';
import { isUnsaid, saidFirst, SaidInputs, saidOf } from './said-inputs.tsx';
import { verbTexts } from './verb-texts.ts';
import { Cannot, failureOf, WouldFail, type Failed, type Failure } from './would-fail.tsx';
import './verb-dialog.css';

/**
 * Shows what a verb will change, asks for a reason where one is due, and performs it. False when it was not performed.
 */
export async function performVerb(document: Document, verb: string, rows: readonly Row[]): Promise<boolean> {
  return (
    (await openDialog<boolean>((close) => (
      <VerbDialog document={document} verb={verb} rows={rows} onClose={close} />
    ))) === true
  );
}

interface VerbDialogProps {
  readonly document: Document;
  readonly verb: string;
  readonly rows: readonly Row[];
  readonly onClose: (isDone?: boolean) => void;
}
interface Checked {
  readonly total: number;
  readonly failed: readonly Failed[];
}
const nothingFailed: Checked['failed'] = [];

function VerbDialog(props: VerbDialogProps): ReactNode {
  const { document, verb, rows, onClose } = props;
  const rule = document.verbs[verb];
  const [reason, setReason] = useState('');
  const kinds = rule?.reasonKinds;
  const [kind, setKind] = useState(Object.keys(kinds ?? {})[0]);
  const [said, setSaid] = useState<Row>(() => saidFirst(document, verb, rows));
  const work = useVerb(props, kind, said);
  const { failed, passing, isReady, preview, failure, isBusy, perform } = work;
  if (rule === undefined) return null;
  const verbText = say(rule.label);
  const what =
    rows.length === 1
      ? textAt(rows[0], 'code')
      : say(texts.documents, { count: rows.length, noun: say(document.label) });
  const cancel = (): void => {
    onClose();
  };
  return (
    <Dialog
      centered
      width={rule.posts === true || rows.length > 1 ? 760 : 480}
      className="verb-dialog"
      title={say(texts.verbTitle, { verb: verbText, what })}
      onCancel={cancel}
      footer={
        <div data-dialog={verb} className="dialog-footer">
          <Button onClick={cancel}>{say(texts.cancel)}</Button>
          <Button
            type="primary"
            data-verb="confirm"
            loading={isBusy}
            disabled={failure !== null || !isReady || preview.isLoading || passing.length === 0 || isUnsaid(rule, said)}
            onClick={() => void perform(reason.trim())}
          >
            {failed.length === 0 || passing.length === 0
              ? verbText
              : say(verbTexts.performRest, { verb: verbText, count: passing.length })}
          </Button>
        </div>
      }
    >
      <Foretold {...props} rule={rule} work={work} />
      {kinds !== undefined && kind !== undefined && failure === null && passing.length > 0 && (
        <ReasonKindInput kinds={kinds} value={kind} onChange={setKind} />
      )}
      {rule.asks !== undefined && failure === null && passing.length > 0 && (
        <SaidInputs document={document} asks={rule.asks} said={said} onChange={setSaid} />
      )}
      {rule.asksReason === true && failure === null && passing.length > 0 && (
        <ReasonInput value={reason} onChange={setReason} />
      )}
    </Dialog>
  );
}

interface ForetoldProps extends VerbDialogProps {
  readonly rule: Verb;
  readonly work: VerbWork;
}
/** What cannot be done, on top; then what would be. */
function Foretold({ document, verb, rows, onClose, rule, work }: ForetoldProps): ReactNode {
  const { failed, passing, isReady, preview, failure } = work;
  const verbText = say(rule.label);
  const wouldFail = failed.length > 0 && <WouldFail document={document} rows={rows} failed={failed} verb={verbText} />;
  if (failure !== null)
    return (
      <>
        <Cannot
          document={document}
          row={rows.length === 1 ? rows[0] : undefined}
          why={failure}
          verb={verbText}
          onLeft={onClose}
          onMended={() => {
            onClose(true);
          }}
        />
        {wouldFail}
      </>
    );
  if (!isReady) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return (
    <>
      {wouldFail}
      {passing.length > 0 &&
        (rule.posts === true ? (
          <ImpactPreview impact={preview.data} deed={deedSentence(document, verb, passing)} />
        ) : (
          <p>{say(texts.confirmVerb, { verb: verbText, count: passing.length })}</p>
        ))}
    </>
  );
}

interface VerbWork {
  readonly failed: Checked['failed'];
  /** Rows that the verb will be performed on. */
  readonly passing: readonly Row[];
  readonly isReady: boolean;
  readonly preview: { readonly isLoading: boolean; readonly data: Impact | undefined };
  /** Why nothing can be performed. */
  readonly failure: Failure | null;
  readonly isBusy: boolean;
  readonly perform: (reason: string) => Promise<void>;
}
/** What the server says of a verb before it is performed, and the performing. */
function useVerb(
  { document, verb, rows, onClose }: VerbDialogProps,
  reasonKind: string | undefined,
  said: Row,
): VerbWork {
  const owner = useId();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const path = `${document.path}/${verb}`;
  // One that fails would stop all: several are tried first, and those that would pass are offered.
  const check = useQuery({
    queryKey: ['check', owner],
    queryFn: () => put<Checked>(path, { ids: rows.map(idOf) }, { params: { check: 1 }, isSilent: true }),
    enabled: rows.length > 1,
    gcTime: 0,
  });
  const failed = check.data?.failed ?? nothingFailed;
  const passing = rows.filter((row) => !failed.some(({ id }) => id === idOf(row)));
  const body = {
    ids: passing.map(idOf),
    ...seenVersions(passing),
    ...(reasonKind === undefined ? {} : { reasonKind }),
  };
  const isReady = rows.length === 1 || check.data !== undefined;
  const preview = useQuery({
    queryKey: ['preview', owner, reasonKind],
    queryFn: () => put<Impact>(path, body, { params: { preview: 1 }, isSilent: true }),
    enabled: document.verbs[verb]?.posts === true && isReady && passing.length > 0,
    gcTime: 0,
  });
  const failure =
    refusal ?? (check.isError ? failureOf(check.error) : null) ?? (preview.isError ? failureOf(preview.error) : null);
  const perform = async (reason: string): Promise<void> => {
    setBusy(true);
    try {
      const told = { ...saidOf(document, said), ...(reason === '' ? {} : { operateMsg: reason }) };
      await put(path, { ...body, ...told }, { isSilent: true });
    } catch (error) {
      note(`${path}: ${body.ids.join(' ')}`, error);
      setRefusal(failureOf(error));
      setBusy(false);
      return;
    }
    feedback.success(say(texts.done));
    void listsChanged();
    onClose(true);
  };
  return { failed, passing, isReady, preview, failure, isBusy, perform };
}

const idOf = (row: Row): string => textAt(row, 'id');

/**
 * A document that stood open is judged as it was seen: changed since, the server refuses. A list shows too little for
 * that.
 */
function seenVersions(rows: readonly Row[]): { readonly rowVersions?: Readonly<Record<string, unknown>> } {
  const seen = rows.filter((row) => Array.isArray(row['lines']));
  return seen.length === 0
    ? {}
    : { rowVersions: Object.fromEntries(seen.map((row) => [idOf(row), row['rowVersion']])) };
}
