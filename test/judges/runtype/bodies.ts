/**
 * What Runtype documents, byte for byte.
 *
 * @module
 */

/** A configured instance, of whose answers one has no distribution. */
export const EXECUTED = `{
  "toolId": "builtin:typesafe_judge",
  "toolName": "TypeSafe judgment",
  "result": {
    "route": { "type": "choice", "choice": "billing" },
    "requests_human": { "type": "boolean", "probability": 0.18 }
  },
  "metadata": {
    "judgment": {
      "requestedModel": "typesafe-ai/jev",
      "resolvedModelId": null,
      "provider": "vercel",
      "route": "vercel-ai-gateway",
      "keySource": "platform",
      "questionSetId": "qset_YOUR_QUESTION_SET_ID",
      "questionSetVersion": 1,
      "calibrationId": null,
      "usage": { "inputTokens": 212, "outputTokens": 9, "reported": true },
      "estimatedCostUsd": 0.00031
    }
  }
}`;

/** Answers to the same questions, with a distribution. */
export const ANSWERS = `{
  "route": {
    "type": "choice",
    "choice": "billing",
    "probabilities": {
      "billing": 0.6,
      "technical": 0.3,
      "account": 0.08,
      "other": 0.02
    }
  },
  "requests_human": {
    "type": "boolean",
    "probability": 0.18
  }
}`;

/** The questions of that set, as they are created. */
export const CREATED = `{
  "slug": "ticket-triage",
  "name": "Ticket triage",
  "questions": {
    "route": {
      "type": "choice",
      "instructions": "Read the support ticket and choose the queue that handles it. Choose other when none of the named queues fit.",
      "criteria": {
        "billing": "Invoices, charges, refunds, payment methods, or plan pricing.",
        "technical": "Errors, outages, failed integrations, or unexpected product behavior.",
        "account": "Sign-in problems, seats, permissions, or organization settings.",
        "other": "Anything that none of the other labels describe."
      }
    },
    "requests_human": {
      "type": "boolean",
      "instructions": "Does the customer in the supplied ticket request a human support representative?",
      "criteria": {
        "true": "The customer explicitly asks to speak to a person or human support representative.",
        "false": "The customer makes no current request for a human. Quoting another person does not count."
      }
    }
  }
}`;

/** A calibration, as it is recorded. */
export const RECORDED = `{
  "record": {
    "labeledSetRef": "support-tickets-2026-09",
    "perQuestion": {
      "requests_human": {
        "threshold": 0.62,
        "targetAccuracy": 0.95,
        "heldOutAccuracy": 0.951,
        "handledRate": 0.71,
        "ece": 0.03
      }
    },
    "measuredModel": "typesafe-ai/jev-1.13.0"
  }
}`;

/** What resolves to a version of that set: the parts are documented, how they are put together not. */
export function resolved(version: number, calibration: unknown = JSON.parse(RECORDED)): string {
  const { slug, name, questions } = JSON.parse(CREATED);
  return JSON.stringify({
    questionSet: { id: 'qset_1', slug, name },
    version: { versionNumber: version, questions, model: null, inputMapping: null },
    calibration,
  });
}
