import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { useCan } from '#platform/web/api/me.ts';
import { documentNamed } from '#platform/web/registry/registry.ts';
import { openNarrowed } from '#platform/web/narrowing/list-opening.ts';
import { pageName } from '#platform/web/route/menu.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt } from '#platform/web/value/row.ts';
import type { Ageing, AgeingBucket, AgeingDocuments } from '#funds/model/ageing.ts';
import { sectionQueries } from './customer-queries.ts';
import { customerTexts as texts } from './customer-texts.ts';

/** Those that a bucket counts, where one list can show all of them: a list that shows fewer contradicts the figure. */
export function documentsIn({ documents }: Ageing, bucket: AgeingBucket): AgeingDocuments | undefined {
  const [only, ...others] = documents.filter((each) => each.bucket === bucket);
  return others.length === 0 && only?.codes.length === only?.count ? only : undefined;
}

interface BucketLinkProps {
  readonly code: string;
  readonly documents: AgeingDocuments | undefined;
  readonly label: Label;
  readonly onOpened: () => void;
  readonly children: ReactNode;
}

/** What is owed leads to the documents that it is owed by, for whoever may list them. */
export function BucketLink({ code, documents, label, onOpened, children }: BucketLinkProps): ReactNode {
  const can = useCan();
  const { data } = useQuery(sectionQueries.head(code));
  const noun = documentNamed(documents?.type ?? '');
  const page = pageName(noun?.screen?.url ?? '');
  if (documents === undefined || noun === undefined || page === '' || !can(permissionOf(noun, 'page'))) return children;
  return (
    <a
      href={`#/${page}`}
      onClick={(event) => {
        event.preventDefault();
        openNarrowed(page, {
          label: say(texts.owedBy, { customer: textAt(data, 'name') || code, days: say(label) }),
          filters: { codes: documents.codes.join(',') },
        });
        onOpened();
      }}
    >
      {children}
    </a>
  );
}
