/**
 * The types of contract.mjs.
 *
 * @module
 */

/** The bytes of a message, in one of four forms. */
export interface Body {
  readonly json?: unknown;
  readonly text?: string;
  readonly base64?: string;
  readonly repeat?: {
    readonly before?: string;
    readonly text: string;
    readonly times: number;
    readonly after?: string;
  };
}

/** What a case takes of the server beside a judge that answers. */
export interface Needs {
  readonly judge?: {
    readonly response?: { readonly [member: string]: unknown };
    readonly error?: string;
    readonly hangs?: boolean;
  };
  readonly limits?: {
    readonly timeout_ms?: number;
    readonly max_request_bytes?: number;
    readonly max_questions?: number;
  };
  readonly token?: string;
}

/** A request, and the response that it has to get. */
export interface ServerCase {
  readonly name: string;
  readonly needs?: Needs;
  readonly request: {
    readonly method: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Body;
  };
  readonly expect: { readonly status: readonly number[]; readonly error?: string };
}

/** A response, and what a client has to make of it. */
export interface ClientCase {
  readonly name: string;
  readonly request: { readonly state: unknown; readonly questions: unknown };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: Body;
  };
  readonly expect: { readonly error?: string };
}

export declare const serverCases: readonly ServerCase[];
export declare const clientCases: readonly ClientCase[];
export declare function bytesOf(body: Body | undefined): Uint8Array | undefined;
export declare function send(
  url: string,
  one: ServerCase,
  options?: {
    readonly fetch?: (request: Request) => Promise<Response>;
    readonly token?: string;
  },
): Promise<Response>;
export declare function faultsOf(
  one: ServerCase,
  response: Response,
  options?: { readonly strict?: boolean },
): Promise<readonly string[]>;
export declare function respond(one: ClientCase): Response;
export declare function requestFaults(
  one: ClientCase,
  sent: { readonly method: string; readonly headers: Headers; readonly text: string },
): readonly string[];
export declare function outcomeFaults(one: ClientCase, outcome: unknown): readonly string[];
export declare function serveClientCases(options?: {
  readonly port?: number;
  readonly onOutcome?: (one: ClientCase, faults: readonly string[]) => void;
}): Promise<{
  readonly url: string;
  sentFaults(one: ClientCase): readonly string[];
  close(): Promise<void>;
}>;
