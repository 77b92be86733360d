import type { ReactNode } from 'react';
import { AboutFacts } from '#platform/web/frame/about.tsx';
import { useTab } from '#platform/web/route/tabs.ts';

/** Opened from the menu it is a screen like any other, and is headed by its title. */
export function AboutPage(): ReactNode {
  const { title } = useTab();
  return <AboutFacts title={title} />;
}
