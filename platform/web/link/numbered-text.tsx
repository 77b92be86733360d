import { Fragment, type ReactNode } from 'react';
import { NumberLink } from './record-link.tsx';

/** Sentences of the server put what they name between 【】; a number of a document there leads to it. */
export function NumberedText({
  text,
  onOpened,
}: {
  readonly text: string;
  readonly onOpened?: (() => void) | undefined;
}): ReactNode {
  return text
    .split(/(?<=【)([A-Z]{2,4}\d{8,})(?=】)/)
    .map((part, at) =>
      at % 2 === 0 ? (
        <Fragment key={at}>{part}</Fragment>
      ) : (
        <NumberLink key={at} code={part} {...(onOpened === undefined ? {} : { onOpened })} />
      ),
    );
}
