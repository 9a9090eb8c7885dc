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
   * did not come in time. One at a time.
   */
  until<T>(pending: T | PromiseLike<T>, late: HandlerErrorCode): Promise<T>;
  /** Lets go of the timer and of the client's signal. */
  end(): void;
}

/** Starts to watch over a request. */
export function startWatch(client: AbortSignal, timeoutMs: number, timer: Timer): Watch {
  const controller = new AbortController();
  const { signal } = controller;
  // Called by hand, as a listener for each step would cost more than most of the steps do.
  let giveUp = (): void => undefined;
  const finish = (reason: unknown): void => {
    controller.abort(reason);
    giveUp();
  };
  const leave = (): void => finish(client.reason);
  const forget = timer(() => finish(new ServiceFault('timed_out')), timeoutMs);
  client.addEventListener('abort', leave);
  if (client.aborted) leave();
  return {
    signal,
    until: (pending, late) =>
      new Promise((resolve, reject) => {
        giveUp = () => reject(new ServiceFault(client.aborted ? 'client_closed' : late));
        // Whatever comes of it later is heard, so that no rejection is left alone.
        Promise.resolve(pending).then(resolve, reject);
        if (signal.aborted) giveUp();
      }),
    end: () => {
      forget();
      client.removeEventListener('abort', leave);
    },
  };
}
