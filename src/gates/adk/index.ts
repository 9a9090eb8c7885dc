/**
 * The gate of the Agent Development Kit: a callback before each tool call.
 *
 * @module
 */
export {
  type AdkCallbackCall,
  type AdkConfirmable,
  type AdkContext,
  type AdkGate,
  type AdkGateOptions,
  type AdkRefusal,
  adkGate,
} from './adk.js';
