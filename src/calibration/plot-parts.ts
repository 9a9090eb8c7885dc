/**
 * What the plots share: a frame with axes, colours for light and dark, and text that is safe in XML.
 *
 * @module
 */

/** Where a plot is drawn, and what its axes run from and to. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly x: readonly [from: number, to: number];
  readonly y: readonly [from: number, to: number];
}

/** What a picture says beside its lines. */
export interface Words {
  readonly title: string;
  /** What the picture shows, in sentences, for those who do not see it. */
  readonly text: string;
  /** A line beneath the title. */
  readonly note: string;
}

/** The width of every picture, in its own units; it scales to whatever it is put into. */
export const WIDTH = 400;

/** Puts a picture together. It has no scripts and no links, and its ids are derived from `id`. */
export function picture(
  id: string,
  height: number,
  words: Words,
  parts: readonly string[],
): string {
  const { title, text, note } = words;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" ` +
      `aria-labelledby="${id}-title ${id}-text" class="judgement-plot">`,
    `<title id="${id}-title">${escaped(title)}</title>`,
    `<desc id="${id}-text">${escaped(text)}</desc>`,
    `<style>${style()}</style>`,
    `<rect class="back" width="${WIDTH}" height="${height}"/>`,
    write(12, 22, escaped(cut(title, 46)), 'title'),
    ...wrapped(note, 56).map((one, index) => write(12, 40 + index * 15, escaped(one), 'note')),
    ...parts,
    '</svg>\n',
  ].join('\n');
}

/** The axes of an area, with a line and a number at each of some places. */
export function axes(area: Area, xs: readonly number[], ys: readonly number[]): readonly string[] {
  const { left, top, width, height } = area;
  const bottom = top + height;
  return [
    ...ys.map((y) => line(left, toY(area, y), left + width, toY(area, y), 'grid')),
    ...ys.map((y) => write(left - 6, toY(area, y) + 4, percent(y), 'end')),
    ...xs.map((x) => write(toX(area, x), bottom + 16, percent(x), 'middle')),
    line(left, bottom, left + width, bottom, 'axis'),
  ];
}

/** Places from one number to another, so many to a whole that they can be read. */
export function ticks(from: number, to: number): readonly number[] {
  const step = to - from > 0.6 ? 0.2 : to - from > 0.25 ? 0.1 : to - from > 0.1 ? 0.05 : 0.02;
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

/** The place of a value along. */
export function toX({ left, width, x: [from, to] }: Area, value: number): number {
  return left + (width * (clamp(value, from, to) - from)) / (to - from);
}

/** The place of a value from the bottom up. */
export function toY({ top, height, y: [from, to] }: Area, value: number): number {
  return top + height - (height * (clamp(value, from, to) - from)) / (to - from);
}

/** A straight line. */
export function line(x1: number, y1: number, x2: number, y2: number, name: string): string {
  return `<line class="${name}" x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}"/>`;
}

/** A line through points. */
export function path(points: readonly (readonly [x: number, y: number])[], name: string): string {
  const steps = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${at(x)} ${at(y)}`);
  return `<path class="${name}" d="${steps.join('')}"/>`;
}

/** A dot. */
export function dot(x: number, y: number, radius: number, name: string): string {
  return `<circle class="${name}" cx="${at(x)}" cy="${at(y)}" r="${at(radius)}"/>`;
}

/** A bar. */
export function bar(x: number, y: number, width: number, height: number, name: string): string {
  const size = `width="${at(width)}" height="${at(height)}"`;
  return `<rect class="${name}" x="${at(x)}" y="${at(y)}" ${size}/>`;
}

/** Text, which has to be escaped already. */
export function write(x: number, y: number, text: string, name: string): string {
  return `<text class="${name}" x="${at(x)}" y="${at(y)}">${text}</text>`;
}

/** A share as a percentage. */
export function percent(share: number, digits = 0): string {
  return `${(share * 100).toFixed(digits)}%`;
}

/** Text from outside as XML, without what XML cannot hold. */
export function escaped(text: string): string {
  return text
    .replace(UNPRINTABLE, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Cuts text that does not fit. */
export function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}

/** Breaks a line in two where it is too long, between its parts. */
function wrapped(text: string, most: number): readonly string[] {
  if ([...text].length <= most) return [text];
  const parts = text.split(' · ');
  let first = parts[0] ?? '';
  let taken = 1;
  for (const part of parts.slice(1)) {
    if ([...first].length + 3 + [...part].length > most) break;
    first += ` · ${part}`;
    taken += 1;
  }
  return [cut(first, most), cut(parts.slice(taken).join(' · '), most)].filter((one) => one !== '');
}

/** Control characters, half characters, and marks that turn the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Cf}\ufffe\uffff]/gu;

/** The colours of one scheme. */
interface Palette {
  readonly back: string;
  readonly ink: string;
  readonly soft: string;
  readonly grid: string;
  readonly one: string;
  readonly two: string;
}

/** Okabe and Ito's blue and vermilion, which colour-blind readers tell apart; lighter in the dark. */
const LIGHT: Palette = {
  back: '#ffffff',
  ink: '#1b1f24',
  soft: '#57606a',
  grid: '#d0d7de',
  one: '#0072b2',
  two: '#b34700',
};
const DARK: Palette = {
  back: '#0d1117',
  ink: '#f0f3f6',
  soft: '#aab4be',
  grid: '#3d444d',
  one: '#6cb6ff',
  two: '#ffab70',
};

/** Whatever has no colour. */
const SHAPES = [
  'text{font:12px system-ui,sans-serif}',
  '.title{font-size:15px;font-weight:600}',
  '.end{text-anchor:end}',
  '.middle{text-anchor:middle}',
  '.even{stroke-dasharray:4 4}',
  '.bar{fill-opacity:.25}',
  '.whisker,.mark{stroke-width:1.5}',
  '.one,.two{fill:none;stroke-width:2}',
  '.two{stroke-dasharray:6 3}',
  '.only{stroke-dasharray:none}',
] as const;

/** Written out for each scheme: many programs that show SVG know no variables. */
function style(): string {
  const dark = `@media (prefers-color-scheme:dark){${colours(DARK)}}`;
  return SHAPES.map(scoped).join('') + colours(LIGHT) + dark;
}

function colours({ back, ink, soft, grid, one, two }: Palette): string {
  const rules = [
    `.back{fill:${back}}`,
    `.title{fill:${ink}}`,
    `.note,.end,.middle{fill:${soft}}`,
    `.grid{stroke:${grid}}`,
    `.axis,.even{stroke:${soft}}`,
    `.bar,.dot{fill:${one}}`,
    `.bar,.whisker,.one{stroke:${one}}`,
    `.chosen{fill:${two}}`,
    `.mark,.two{stroke:${two}}`,
  ];
  return rules.map(scoped).join('');
}

/** Keeps a rule to the plot, as the styles of an SVG in a page are those of the page. */
function scoped(rule: string): string {
  const [selectors = '', body = ''] = rule.split('{');
  const inside = selectors.split(',').map((one) => `.judgement-plot ${one}`);
  return `${inside.join(',')}{${body}`;
}

function at(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function clamp(value: number, from: number, to: number): number {
  return Math.min(to, Math.max(from, value));
}
