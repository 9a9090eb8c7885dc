/**
 * Which types of a caller's own are states.
 *
 * @module
 */
import { judge, type State } from '../../src/index.js';

interface Ticket {
  readonly order: string;
}
type TicketAlias = { readonly order: string };

declare const ticket: Ticket;
declare const alias: TicketAlias;

export const ofAlias: State = alias;
export const ofCopy: State = { ...ticket };

// @ts-expect-error An interface has no index signature.
export const ofInterface: State = ticket;
// @ts-expect-error And neither where it is asked about.
export const asked = judge({ state: ticket });
