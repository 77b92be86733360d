import { FileImageOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { post, urlOf, type Params } from '#platform/web/api/client.ts';
import './picture.css';

/**
 * Pictures are asked for by the browser itself, so their address carries a ticket: good for five minutes, renewed after
 * four.
 */
export const ticketQuery = (path: string) => ({
  queryKey: ['ticket', path],
  queryFn: async () =>
    (await post<{ ticket: string }>('/sys/ticket', { path, image: true }, { isSilent: true })).ticket,
  staleTime: 240_000,
  gcTime: 240_000,
});

interface PictureProps {
  readonly path: string;
  readonly params?: Params;
  readonly alt: string;
  readonly className?: string;
}

/** A picture of the store. One that cannot be shown is a small sign in its place. */
export function Picture({ path, params = {}, alt, className = 'thumb' }: PictureProps): ReactNode {
  const { data: ticket, isError } = useQuery(ticketQuery(path));
  const [isBroken, setBroken] = useState(false);
  if (isBroken || isError)
    return (
      <span className={`${className} picture-broken`} role="img" aria-label={alt} title={alt}>
        <FileImageOutlined />
      </span>
    );
  if (ticket === undefined) return <span className={`${className} picture-waiting`} />;
  return (
    <img
      className={className}
      src={urlOf(path, { ...params, token: ticket })}
      alt={alt}
      loading="lazy"
      onError={() => {
        setBroken(true);
      }}
    />
  );
}
