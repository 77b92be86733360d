import type { ReactNode } from 'react';

/** The boxes of the pane before their record has come, so that nothing jumps. */
export const PreviewSkeleton = (): ReactNode => (
  <div className="preview-skeleton" aria-hidden>
    <i className="preview-bone preview-bone-head" />
    <i className="preview-bone preview-bone-name" />
    {Array.from({ length: 4 }, (_each, at) => (
      <i key={at} className="preview-bone" />
    ))}
    <i className="preview-bone preview-bone-box" />
  </div>
);
