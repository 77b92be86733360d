import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { get } from '#platform/web/api/client.ts';
import { Failed } from '#platform/web/loading/failed.tsx';
import { withPlaces } from '#workflow/model/engine/layout.ts';
import './task.css';

interface Drawing {
  readonly xml: string;
  readonly active: readonly string[];
  readonly done: readonly string[];
}
interface Canvas {
  zoom(to: string | number, centre: string): number;
  addMarker(id: string, marker: string): void;
}
interface Registry {
  get(id: string): object | undefined;
}

/**
 * The drawing to move in, with where it stands; the mark of bpmn.io stays where it puts it. Hidden, it is given up and
 * drawn anew.
 */
export function InstanceViewer({ processInstanceId }: { readonly processInstanceId: string }): ReactNode {
  const ground = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'instance-drawing', processInstanceId],
    queryFn: () => get<Drawing>('/activiti/his/getInstXml', { processInstanceId }, { isSilent: true }),
    staleTime: 0,
  });
  useEffect(() => {
    if (ground.current === null || data === undefined) return undefined;
    const viewer = new NavigatedViewer({ container: ground.current });
    let isShown = true;
    void viewer.importXML(withPlaces(data.xml)).then(
      () => {
        if (!isShown) return;
        const [canvas, registry] = [viewer.get<Canvas>('canvas'), viewer.get<Registry>('elementRegistry')];
        for (const [marker, ids] of [
          ['instance-done', data.done],
          ['instance-active', data.active],
        ] as const)
          for (const id of ids) if (registry.get(id) !== undefined) canvas.addMarker(id, marker);
        canvas.zoom(Math.min(1, canvas.zoom('fit-viewport', 'auto') * 0.92), 'auto');
      },
      () => undefined,
    );
    return () => {
      isShown = false;
      viewer.destroy();
    };
  }, [data]);
  if (error !== null) return <Failed text={error.message} onRetry={() => void refetch()} />;
  return data === undefined ? (
    <Skeleton active />
  ) : (
    <div ref={ground} className="instance-canvas" data-testid="viewer" />
  );
}
