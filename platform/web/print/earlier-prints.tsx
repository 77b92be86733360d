import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { numberedLabels, type Document } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { isPaper, papers } from '#platform/model/print.ts';
import { get } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { instantText } from '#platform/web/cell/cell.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from './texts.ts';
import './print.css';

interface Earlier {
  readonly printNo: number;
  readonly copyOf: number | null;
  readonly paper: string;
  readonly title: Label;
  readonly creatorName: string;
  readonly createDate: string;
  readonly isOutdated: boolean;
}

/** Answers the number of the print that is to be repeated. */
export function openPrints(document: Document, record: Row): Promise<number | undefined> {
  return openDialog<number>((close) => (
    <Dialog
      title={say(texts.earlierOf, { what: textAt(record, 'code') })}
      width={680}
      footer={null}
      onCancel={() => {
        close();
      }}
    >
      <Prints path={`${document.path}/${textAt(record, 'id')}/print`} onAgain={close} />
    </Dialog>
  ));
}

/** Read each time it is opened. */
function Prints({ path, onAgain }: { readonly path: string; readonly onAgain: (printNo: number) => void }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['prints', path],
    queryFn: () => get<readonly Earlier[]>(path, undefined, { isSilent: true }),
    gcTime: 0,
    staleTime: 0,
  });
  if (error !== null) return <p className="quiet">{error.message}</p>;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (data.length === 0) return <p className="quiet">{say(texts.neverPrinted)}</p>;
  return (
    <div className="prints">
      <table>
        <thead>
          <tr>
            <th>{say(numberedLabels.printCount)}</th>
            <th>{say(texts.what)}</th>
            <th>{say(texts.printedAt)}</th>
            <th>{say(texts.printedBy)}</th>
            <th>{say(texts.paper)}</th>
            <th />
            <th />
          </tr>
        </thead>
        <tbody>
          {data.map(({ printNo, copyOf, paper, title, creatorName, createDate, isOutdated }) => (
            <tr key={printNo} data-print={printNo}>
              <td>{printNo}</td>
              <td>{say(title)}</td>
              <td>{instantText(createDate)}</td>
              <td>{creatorName}</td>
              <td>{isPaper(paper) ? say(papers[paper].label) : paper}</td>
              <td className="quiet">
                {[
                  ...(copyOf === null ? [] : [say(texts.copyOf, { no: copyOf })]),
                  ...(isOutdated ? [say(texts.outdated)] : []),
                ].join(' · ')}
              </td>
              <td>
                <Button
                  type="link"
                  size="small"
                  data-verb="printAgain"
                  onClick={() => {
                    onAgain(printNo);
                  }}
                >
                  {say(texts.again)}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
