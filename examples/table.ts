/**
 * A judgement as a table for a terminal.
 *
 * @module
 */
import type { Answer, Judgement, Questions } from 'judgement';

/** Who judged, what and by which bar; a line a question; and what came of it. */
export function table(call: string, result: Judgement<Questions, string>): string {
  const { judge, threshold, answers, decisions, outcome, decidedBy } = result;
  const kind = judge.replayable ? `${judge.kind}, replayable` : `${judge.kind}`;
  const width = Math.max(25, ...Object.keys(answers).map((key) => key.length));
  const lines = Object.entries(answers).map(([key, answer]) => {
    const decision = decisions[key];
    return `  ${key.padEnd(width)}  ${valueText(answer)}  ${decision?.outcome} (${decision?.effect})`;
  });
  return [
    `judge:      ${judge.model} (${kind})`,
    `tool:       ${call}`,
    `threshold:  ${threshold.value} (set by ${threshold.setBy})`,
    '',
    ...lines.sort(),
    '',
    decidedBy.length === 0 ? `✓ ${outcome}` : `⚠ ${outcome}: ${decidedBy.join(', ')}`,
  ].join('\n');
}

function valueText(answer: Answer): string {
  if (answer.refusal) return 'none';
  if ('choice' in answer) return answer.choice;
  return ('noul' in answer ? answer.noul : answer.score).toFixed(2);
}
