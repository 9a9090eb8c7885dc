/**
 * How long a request may take: until its deadline, or until its client goes away.
 *
 * @module
 */
import type { Timer } from '../timer.js';
import { type HandlerErrorCode, ServiceFault } from './service-fault.js';

/** Watches over one request. */
export interface Watch {
  /** Aborts when the request is over before its time. */
  readonly signal: AbortSignal;
  /**
   * Settles as `pending` does; when the request is over before, rejects with the code for what
   * did not come in time.
   */
  until<T>(pending: T | PromiseLike<T>, late: HandlerErrorCode): Promise<T>;
  /** Lets go of the timer and of the client's signal. */
  end(): void;
}

/** Starts to watch over a request. */
export function startWatch(client: AbortSignal, timeoutMs: number, timer: Timer): Watch {
  const controller = new AbortController();
  const { signal } = controller;
  const leave = (): void => controller.abort(client.reason);
  const forget = timer(() => controller.abort(new ServiceFault('timed_out')), timeoutMs);
  client.addEventListener('abort', leave);
  if (client.aborted) leave();
  return {
    signal,
    until: (pending, late) =>
      new Promise((resolve, reject) => {
        const giveUp = (): void => {
          reject(new ServiceFault(client.aborted ? 'client_closed' : late));
        };
        const letGo = (): void => signal.removeEventListener('abort', giveUp);
        signal.addEventListener('abort', giveUp);
        Promise.resolve(pending).then(resolve, reject).finally(letGo);
        // It may be over since before anyone listened.
        if (signal.aborted) giveUp();
      }),
    end: () => {
      forget();
      client.removeEventListener('abort', leave);
    },
  };
}
