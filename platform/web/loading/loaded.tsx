import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { WarningFilled } from '@ant-design/icons';
import { Component, type ComponentType, type ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { ChunkLoadError } from './chunk.ts';

interface LoadedProps<Props extends object> {
  readonly name: string;
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
}

/** A page that is fetched when first shown. React.lazy keeps a failed fetch for ever; this one can be tried again. */
export function Loaded<Props extends object>({ name, load, props }: LoadedProps<Props>): ReactNode {
  const {
    data: Page,
    error,
    refetch,
    isFetching,
  } = useQuery({
    queryKey: ['chunk', name],
    queryFn: load,
    gcTime: Infinity,
    structuralSharing: false,
  });
  if (Page !== undefined) return <Page {...props} />;
  if (error !== null && !isFetching)
    return <Broken isChunk={error instanceof ChunkLoadError} onRetry={() => void refetch()} />;
  return <Skeleton active className="card" />;
}

/** A fault in one tab stays in that tab. React has no other form for this than a class. */
export class Boundary extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? (
      <Broken
        isChunk={false}
        onRetry={() => {
          this.setState({ isBroken: false });
        }}
      />
    ) : (
      this.props.children
    );
  }
}

function Broken({ isChunk, onRetry }: { readonly isChunk: boolean; readonly onRetry: () => void }): ReactNode {
  return (
    <Message
      icon={<WarningFilled className="message-warning" />}
      title={say(isChunk ? texts.chunkBroke : texts.pageBroke)}
      more={say(isChunk ? texts.chunkBrokeMore : texts.pageBrokeMore)}
      buttons={
        <>
          <Button type="primary" data-verb="retry" onClick={onRetry}>
            {say(texts.retry)}
          </Button>
          <Button
            data-verb="reload"
            onClick={() => {
              location.reload();
            }}
          >
            {say(texts.reloadAll)}
          </Button>
        </>
      }
    />
  );
}

interface MessageProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly more?: string;
  readonly buttons?: ReactNode;
}

/** A page that has only one thing to say. */
export function Message({ icon, title, more, buttons }: MessageProps): ReactNode {
  return (
    <section className="card page-message">
      {icon}
      <h1>{title}</h1>
      {more !== undefined && <p className="quiet">{more}</p>}
      {buttons !== undefined && <div className="page-message-buttons">{buttons}</div>}
    </section>
  );
}
