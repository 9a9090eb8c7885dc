/**
 * Plots as SVG text: how far probabilities can be believed, and what a threshold buys.
 *
 * @module
 */
import { checkOptions } from '../members.js';
import { readUnit, refuseOption } from './checks.js';
import { type RiskPoint, riskCoverage } from './curves.js';
import { checkHeldOut, type HeldOutCheck } from './fit.js';
import {
  type Area,
  axes,
  bar,
  cut,
  dot,
  line,
  path,
  percent,
  picture,
  ticks,
  toX,
  toY,
  write,
} from './plot-parts.js';
import { type Bin, type BinOptions, ece, reliability } from './reliability.js';
import { type Measured, type Tally, tally } from './tally.js';

/** The options of {@link reliabilityPlot}. */
export interface ReliabilityPlotOptions extends BinOptions {
  /** Stands above it. Defaults to `Reliability`. */
  readonly title?: string | undefined;
  /** Begins the ids in it: plots on one page need different ones. Defaults to `reliability`. */
  readonly id?: string | undefined;
}

/** The options of {@link riskCoveragePlot}. */
export interface RiskCoveragePlotOptions {
  /** Stands above it. Defaults to `Accuracy and coverage`. */
  readonly title?: string | undefined;
  /** Begins the ids in it. Defaults to `risk-coverage`. */
  readonly id?: string | undefined;
  /** The threshold that was chosen, to be marked with its bound. Absent by default. */
  readonly threshold?: number | undefined;
  /** The accuracy that is aimed at, to be drawn as a line. Absent by default. */
  readonly target?: number | undefined;
}

/**
 * Draws a reliability diagram: for each bin that holds answers its accuracy over the mean of its
 * probabilities, with the exact 95 % interval, and the number of its answers beneath.
 *
 * It is 400 units wide, follows the reader's light or dark scheme, and has no scripts; its
 * description says in words what it shows.
 *
 * @param answers Measured answers, or a tally: those of the held-out half.
 * @param options See {@link ReliabilityPlotOptions}; bins as for {@link ece}.
 * @returns The SVG, to be written into a file or a page.
 * @throws `JudgeError` `bad_label` as {@link tally} does, and `bad_option`.
 *
 * @example
 * ```ts
 * import { reliabilityPlot } from 'judgement/calibration';
 *
 * const answers = [0.6, 0.7, 0.9].map((probability) => ({ probability, correct: true }));
 * const svg = reliabilityPlot(answers, { title: 'Is it spam?' });
 * console.log(svg.startsWith('<svg '), svg.includes('3 answers')); // true true
 * ```
 */
export function reliabilityPlot(
  answers: Iterable<Measured> | Tally,
  options: ReliabilityPlotOptions = {},
): string {
  checkOptions(options, ['title', 'id', 'bins', 'edges', 'by'], 'options');
  const { title, id, ...binning } = options;
  const tallied = tally(answers);
  const bins = reliability(tallied, binning);
  const error = ece(tallied, binning);
  const area: Area = { ...PLACE, height: 240, x: domainOf(bins), y: [0, 1] };
  const counts: Area = { ...area, top: 352, height: 46, y: [0, mostOf(bins)] };
  const rule = binning.edges === 'lower' ? '[low, high)' : '(low, high]';
  const figure = Number.isNaN(error) ? 'no answers' : `ECE ${error.toFixed(3)}`;
  const note = `${counted(tallied.count)} · ${figure} · ${binning.bins ?? 10} bins ${rule}`;
  const named = readText(title, 'Reliability', 'options.title');
  return picture(
    readId(id, 'reliability'),
    440,
    { title: named, note, text: `${note}. ${bins.map(sayBin).join(' ')}` },
    [
      ...axes(area, ticks(...area.x), ticks(0, 1)),
      line(
        toX(area, area.x[0]),
        toY(area, area.x[0]),
        toX(area, area.x[1]),
        toY(area, area.x[1]),
        'even',
      ),
      ...bins.flatMap((bin) => drawBin(area, bin)),
      write(toX(area, area.x[0]) + 4, area.top - 4, 'accuracy', 'note'),
      ...bins.flatMap((bin) => drawCount(counts, bin)),
      line(counts.left, 398, counts.left + counts.width, 398, 'axis'),
      write(
        area.left + area.width / 2,
        432,
        'mean decision probability · answers beneath',
        'middle',
      ),
    ],
  );
}

/**
 * Draws accuracy over coverage, which is the risk–coverage curve upside down: how right the judge is
 * on the share of answers that it is surest of, on both halves.
 *
 * @param halves Measured answers or tallies: `heldOut`, and `train` where it is to be seen too.
 * @param options See {@link RiskCoveragePlotOptions}. Where a threshold is given, the held-out
 *   answers that it handles are marked, down to the exact one-sided 95 % lower bound; it takes them for
 *   independent, so where they are in groups that of the record is lower, and right.
 * @returns The SVG, as of {@link reliabilityPlot}.
 * @throws `JudgeError` `bad_label` as {@link tally} does, and `bad_option`.
 *
 * @example
 * ```ts
 * import { riskCoveragePlot } from 'judgement/calibration';
 *
 * const heldOut = [0.6, 0.7, 0.9].map((probability) => ({ probability, correct: true }));
 * const svg = riskCoveragePlot({ heldOut }, { threshold: 0.7, target: 0.9 });
 * console.log(svg.includes('2 of 2 correct')); // true
 * ```
 */
export function riskCoveragePlot(
  halves: {
    readonly train?: Iterable<Measured> | Tally | undefined;
    readonly heldOut: Iterable<Measured> | Tally;
  },
  options: RiskCoveragePlotOptions = {},
): string {
  checkOptions(halves, ['train', 'heldOut'], 'halves');
  checkOptions(options, ['title', 'id', 'threshold', 'target'], 'options');
  const threshold =
    options.threshold === undefined ? undefined : readUnit(options.threshold, 'options.threshold');
  const target =
    options.target === undefined ? undefined : readUnit(options.target, 'options.target');
  const heldOut = tally(halves.heldOut);
  const curves = [
    { name: 'held-out', style: 'one', points: riskCoverage(heldOut) },
    ...(halves.train === undefined
      ? []
      : [{ name: 'train', style: 'two', points: riskCoverage(halves.train) }]),
  ];
  const check =
    threshold === undefined ? undefined : checkHeldOut(heldOut, { threshold, target: target ?? 0 });
  const all = curves.flatMap(({ points }) => points);
  const lowest = Math.min(target ?? 1, check?.lowerBound ?? 1, lowestOf(all));
  const from = Math.min(0.8, Math.max(0, Math.floor(lowest * 10 - 0.5) / 10));
  const area: Area = { ...PLACE, height: 260, x: [0, 1], y: [from, 1] };
  const note = noteOf(heldOut.count, threshold, check);
  const named = readText(options.title, 'Accuracy and coverage', 'options.title');
  const aim = target === undefined ? '' : ` The target is an accuracy of ${percent(target, 1)}.`;
  return picture(
    readId(options.id, 'risk-coverage'),
    400,
    { title: named, note, text: `${note}.${aim} ${curves.map(sayCurve).join(' ')}` },
    [
      ...axes(area, ticks(0, 1), ticks(from, 1)),
      ...(target === undefined ? [] : drawTarget(area, target)),
      ...curves.map(({ points, style }) => drawCurve(area, points, style)),
      ...(check === undefined ? [] : drawChosen(area, check)),
      write(area.left + 4, area.top - 4, 'accuracy among the handled', 'note'),
      write(area.left + area.width / 2, 373, 'coverage: share of measured answers', 'middle'),
      ...curves.flatMap(({ name, style }, index) => [
        line(area.left + index * 120, 387, area.left + 24 + index * 120, 387, style),
        write(area.left + 30 + index * 120, 391, name, 'note'),
      ]),
    ],
  );
}

/** Where both plots have their left and top. */
const PLACE = { left: 46, top: 80, width: 332 } as const;

/** The most points that a curve is drawn with: more of them cannot be told apart. */
const MAX_POINTS = 400;

/** What a caller may name a plot: it stands in attributes, and in the ids of the page. */
const ID = /^[A-Za-z][\w-]{0,63}$/;

/** Nouls and the like are never below a half, and half of the picture would be empty. */
function domainOf(bins: readonly Bin[]): readonly [number, number] {
  const lowest = bins.reduce((least, { low }) => Math.min(least, low), 0.5);
  return [lowest >= 0.4 ? lowest : 0, 1];
}

function mostOf(bins: readonly Bin[]): number {
  return bins.reduce((most, { count }) => Math.max(most, count), 1);
}

function drawBin(area: Area, { mean, accuracy, interval }: Bin): readonly string[] {
  const [x, y] = [toX(area, mean), toY(area, accuracy)];
  const [low, high] = [toY(area, interval.low), toY(area, interval.high)];
  return [
    line(x, low, x, high, 'whisker'),
    line(x - 4, low, x + 4, low, 'whisker'),
    line(x - 4, high, x + 4, high, 'whisker'),
    dot(x, y, 4, 'dot'),
  ];
}

function drawCount(area: Area, { low, high, count }: Bin): readonly string[] {
  const [left, right, top] = [toX(area, low), toX(area, high), toY(area, count)];
  const bottom = area.top + area.height;
  const name = write((left + right) / 2, bottom + 16, short(count), 'middle');
  const drawn = bar(left + 1, top, Math.max(1, right - left - 2), bottom - top, 'bar');
  // A number that is wider than its bin would run into the next.
  return right - left >= 6 + 7 * short(count).length ? [drawn, name] : [drawn];
}

/** 950, 12k, 3M: as much as stands beneath a bin. */
function short(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 1_000_000) return `${Math.round(count / 1_000)}k`;
  return `${Math.round(count / 1_000_000)}M`;
}

function drawTarget(area: Area, target: number): readonly string[] {
  const y = toY(area, target);
  const words = `target ${percent(target, target * 100 === Math.round(target * 100) ? 0 : 1)}`;
  return [
    line(area.left, y, area.left + area.width, y, 'even'),
    write(area.left + area.width, y - 4, words, 'end'),
  ];
}

function drawChosen(area: Area, { accuracy, lowerBound, handledRate }: HeldOutCheck) {
  if (accuracy === undefined || lowerBound === undefined || handledRate === undefined) return [];
  const [x, y, low] = [toX(area, handledRate), toY(area, accuracy), toY(area, lowerBound)];
  return [line(x, y, x, low, 'mark'), line(x - 5, low, x + 5, low, 'mark'), dot(x, y, 5, 'chosen')];
}

/** A curve through one point alone would not be seen. */
function drawCurve(area: Area, points: readonly RiskPoint[], style: string): string {
  const places = placesOf(area, points);
  const [only, second] = places;
  if (only === undefined || second !== undefined) return path(places, style);
  return dot(only[0], only[1], 4, `${style} only`);
}

function placesOf(
  area: Area,
  points: readonly RiskPoint[],
): readonly (readonly [number, number])[] {
  const every = Math.ceil(points.length / MAX_POINTS);
  const drawn = points.filter((_, index) => index % every === 0 || index === points.length - 1);
  return drawn.map(({ coverage, risk }) => [toX(area, coverage), toY(area, 1 - risk)]);
}

function lowestOf(points: readonly RiskPoint[]): number {
  return points.reduce((lowest, { risk }) => Math.min(lowest, 1 - risk), 1);
}

function noteOf(
  count: number,
  threshold: number | undefined,
  check: HeldOutCheck | undefined,
): string {
  if (check === undefined || threshold === undefined) return `${counted(count)} held out`;
  const { handled, correct, lowerBound } = check;
  if (lowerBound === undefined) return `${counted(count)} held out, none of them at ${threshold}`;
  const bound = `at least ${percent(lowerBound, 1)} (95%)`;
  const says = `at ${threshold}: ${correct} of ${handled} correct`;
  const all = `${says}, ${bound} · N ${count}`;
  // Where they take two lines, the bound begins the second.
  return all.length > 56 ? `${says} · ${bound} · N ${count}` : all;
}

function sayBin({ low, high, count, mean, accuracy }: Bin): string {
  const place = `From ${percent(low)} to ${percent(high)}: ${counted(count)}`;
  return `${place}, mean ${percent(mean, 1)}, accuracy ${percent(accuracy, 1)}.`;
}

function sayCurve({
  name,
  points,
}: {
  readonly name: string;
  readonly points: readonly RiskPoint[];
}) {
  const last = points.at(-1);
  if (last === undefined) return `There are no ${name} answers.`;
  const half = points.find(({ coverage }) => coverage >= 0.5) ?? last;
  const at = ({ coverage, risk }: RiskPoint): string =>
    `${percent(1 - risk, 1)} at a coverage of ${percent(coverage)}`;
  return `The accuracy on the ${name} half is ${at(half)} and ${at(last)}.`;
}

function counted(count: number): string {
  return count === 1 ? '1 answer' : `${count} answers`;
}

function readText(text: unknown, usual: string, place: string): string {
  if (text === undefined) return usual;
  if (typeof text === 'string') return cut(text, 200);
  return refuseOption(place, 'it is text', 'leave it out');
}

function readId(id: unknown, usual: string): string {
  if (id === undefined) return usual;
  if (typeof id === 'string' && ID.test(id)) return id;
  const rule = 'an id is a letter and up to 63 letters, digits, - and _';
  return refuseOption('options.id', rule, 'pass spam-plot or the like');
}
