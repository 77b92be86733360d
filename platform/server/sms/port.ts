/** One text message to one phone, by a template that the provider knows. */
export interface TextMessage {
  readonly mobile: string;
  readonly signName: string;
  readonly templateCode: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Who pays for it. */
export interface SmsAccount {
  readonly accessKey: string;
  readonly secret: string;
  readonly appId: string;
}

/** A provider: makes the signed request and reads the answer. */
export interface SmsProvider {
  readonly endpoint: string;
  request(message: TextMessage, account: SmsAccount, endpoint: string, at: Date): SignedRequest;
  /** Null when the provider took the message; what it said otherwise, and whether trying again may help. */
  verdict(answer: unknown): null | { readonly error: string; readonly isFinal: boolean };
}

export interface SignedRequest {
  readonly url: string;
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
