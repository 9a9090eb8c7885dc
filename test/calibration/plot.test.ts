import { describe, expect, it } from 'vitest';
import { reliabilityPlot, riskCoveragePlot } from '../../src/calibration/index.js';
import { faultOf } from '../fault.js';
import { HELD_OUT, TRAIN } from './vectors.js';

const plots = {
  reliability: (title?: string, id?: string) => reliabilityPlot(HELD_OUT, { title, id }),
  'risk and coverage': (title?: string, id?: string) =>
    riskCoveragePlot(
      { train: TRAIN, heldOut: HELD_OUT },
      { threshold: 0.73, target: 0.9, title, id },
    ),
};

describe.each(Object.entries(plots))('a plot of %s', (_, draw) => {
  it('is well-formed, 400 wide, and in two schemes', () => {
    const svg = draw();
    expect(faultInXml(svg)).toBeUndefined();
    expect(svg).toMatch(/viewBox="0 0 400 \d+"/);
    expect(svg).toContain('@media (prefers-color-scheme:dark){');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('says in words what it shows', () => {
    const svg = draw('Is it spam?', 'spam');
    expect(svg).toContain('aria-labelledby="spam-title spam-text"');
    expect(svg).toContain('<title id="spam-title">Is it spam?</title>');
    expect(svg).toMatch(/<desc id="spam-text">[^<]{80,}<\/desc>/);
  });

  it('holds no script, link or event of anybody’s', () => {
    const svg = draw('</title><script>alert(1)</script>"\'&\u0000\u202e\ud800');
    expect(faultInXml(svg)).toBeUndefined();
    expect(svg).not.toMatch(/<script|href|\son\w+=|\u202e/);
    expect(svg).toContain('&lt;/title&gt;&lt;script&gt;');
    expect(faultOf(() => draw('', '" onload="x'))).toEqual(['bad_option', 'options.id']);
  });

  it('keeps all of it inside the picture', () => {
    const svg = draw();
    const height = Number(/viewBox="0 0 400 (\d+)"/.exec(svg)?.[1]);
    const of = (names: string): readonly number[] =>
      [...svg.matchAll(new RegExp(`\\s(?:${names})="(-?[\\d.]+)"`, 'g'))].map((one) =>
        Number(one[1]),
      );
    const [xs, ys] = [of('x|x1|x2|cx'), of('y|y1|y2|cy')];
    expect(xs.length).toBeGreaterThan(20);
    expect(xs.filter((x) => x < 0 || x > 400)).toEqual([]);
    expect(ys.filter((y) => y < 0 || y > height)).toEqual([]);
  });
});

describe('a reliability diagram', () => {
  it('gives the number of answers, the error with its rule, and the count of each bin', () => {
    const svg = reliabilityPlot(HELD_OUT);
    expect(svg).toContain('15 answers · ECE 0.065 · 10 bins (low, high]');
    expect(reliabilityPlot(HELD_OUT, { edges: 'lower' })).toContain(
      'ECE 0.092 · 10 bins [low, high)',
    );
    expect(svg.match(/<circle/g)).toHaveLength(5);
    const counts = [...svg.matchAll(/class="middle"[^>]*>(\d+)</g)].map((one) => Number(one[1]));
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(15);
  });

  it('draws nothing of no answers, and says so', () => {
    expect(reliabilityPlot([])).toContain('0 answers · no answers');
    expect(faultInXml(reliabilityPlot([]))).toBeUndefined();
  });
});

describe('a plot of risk and coverage', () => {
  it('marks the threshold with its counts and its bound', () => {
    const svg = riskCoveragePlot({ heldOut: HELD_OUT }, { threshold: 0.73, target: 0.9 });
    expect(svg).toContain('at 0.73: 9 of 10 correct, at least 60.6% (95%) · N 15');
    expect(svg).toContain('class="chosen"');
    expect(svg).toContain('target 90%');
  });

  it('shows a curve of one probability alone as a dot', () => {
    const one = [{ probability: 0.8, correct: true }];
    const svg = riskCoveragePlot({ heldOut: one, train: one });
    expect(svg.match(/<circle class="(?:one|two) only"/g)).toHaveLength(2);
    expect(svg).not.toMatch(/d="M[^L"]*"/);
  });

  it('says all of it, however long the numbers are', () => {
    const heldOut = Array.from({ length: 123_456 }, (_, index) => ({
      probability: index % 2 === 0 ? 0.123_456_789_012 : 0.9,
      correct: index % 9 > 0,
    }));
    const svg = riskCoveragePlot({ heldOut }, { threshold: 0.123_456_789_012, target: 0.8 });
    const notes = [...svg.matchAll(/class="note" x="12" y="(\d+)">([^<]*)</g)];
    expect(notes.map(([, y]) => Number(y))).toEqual([40, 55]);
    expect(notes.map(([, , text]) => text)).toEqual([
      'at 0.123456789012: 109738 of 123456 correct',
      'at least 88.7% (95%) · N 123456',
    ]);
  });

  it('marks none where none is handled, or given', () => {
    const none = riskCoveragePlot(
      { heldOut: [{ probability: 0.6, correct: true }] },
      { threshold: 0.9 },
    );
    expect(none).not.toContain('class="chosen"');
    expect(none).toContain('none of them at 0.9');
    expect(riskCoveragePlot({ heldOut: [] })).toContain('There are no held-out answers.');
  });

  it('draws a million answers with a few hundred points', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({
      probability: index / 20_000,
      correct: index % 3 > 0,
    }));
    expect(riskCoveragePlot({ heldOut: many }).length).toBeLessThan(12_000);
  });
});

/** The first thing that keeps a text from being XML: a tag that is not closed, or a bare sign. */
function faultInXml(text: string): string | undefined {
  const open: string[] = [];
  const rest = text.replace(
    /<(\/?)([a-z]+)((?:\s[\w:-]+="[^"<]*")*)(\/?)>/g,
    (_, end, name, _members, empty) => {
      if (end === '/' && open.pop() !== name) open.push(`</${name}>`);
      if (end === '' && empty === '') open.push(name);
      return '';
    },
  );
  if (open.length > 0) return open.join(' ');
  return /<|&(?!(?:amp|lt|gt|quot|#39);)/.exec(rest)?.[0];
}
