import { useCallback, useRef, type ReactNode } from 'react';
import { papers, type PaperName, type PrintRecord } from '#platform/model/print.ts';
import { Papers } from './paper.tsx';

interface DeskProps {
  readonly records: readonly PrintRecord[];
  readonly paper: PaperName;
  readonly isCounted: boolean;
  readonly onLaidOut: () => void;
}

/** The papers of all documents, and the size that the printer is told. */
export function Desk({ records, paper, isCounted, onLaidOut }: DeskProps): ReactNode {
  const { width, height } = papers[paper];
  // Another paper, or a copy that counts, is laid out anew.
  const round = `${paper} ${isCounted} ${records.map(({ id, printNo }) => `${id} ${printNo}`).join()}`;
  const waiting = useRef<{ readonly round: string; readonly done: Set<string> }>({ round: '', done: new Set() });
  const laidOut = useCallback(
    (id: string) => {
      if (waiting.current.round !== round) waiting.current = { round, done: new Set() };
      const { done } = waiting.current;
      if (done.has(id)) return;
      done.add(id);
      if (done.size === records.length) onLaidOut();
    },
    [round, records, onLaidOut],
  );
  return (
    <div className="print-desk">
      <style>{`@page { size: ${width}mm ${height}mm; margin: 0; }`}</style>
      {records.map((record) => (
        <Laid key={`${round} ${record.id}`} record={record} paper={paper} isCounted={isCounted} onLaidOut={laidOut} />
      ))}
    </div>
  );
}

function Laid({
  record,
  paper,
  isCounted,
  onLaidOut,
}: {
  readonly record: PrintRecord;
  readonly paper: PaperName;
  readonly isCounted: boolean;
  readonly onLaidOut: (id: string) => void;
}): ReactNode {
  const tell = useCallback(() => {
    onLaidOut(record.id);
  }, [onLaidOut, record.id]);
  return <Papers record={record} paper={paper} isCounted={isCounted} onLaidOut={tell} />;
}
