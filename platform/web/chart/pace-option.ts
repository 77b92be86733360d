import type { PacePlan } from './chart-plan.ts';
import type { Colours } from './chart-colours.ts';

type Option = Record<string, unknown>;

/** Cumulated lines above the steps as bars, on one axis of time. */
export function paceOption(plan: PacePlan, colours: Colours): Option {
  const { names, label, format } = plan;
  const text = { color: colours.ink2, fontSize: 12 };
  const axis = (gridIndex: number): Option => ({
    type: 'category',
    gridIndex,
    data: names,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colours.grid } },
    axisLabel: { ...text, show: gridIndex === 1, hideOverlap: true },
  });
  const values = (gridIndex: number, splitNumber: number): Option => ({
    type: 'value',
    gridIndex,
    splitNumber,
    axisLabel: { ...text, formatter: (value: number) => format(value), hideOverlap: true },
    splitLine: { lineStyle: { color: colours.grid } },
  });
  return {
    animation: false,
    aria: { enabled: true, label: { description: label } },
    grid: [
      { left: 52, right: 96, top: 14, height: '58%' },
      { left: 52, right: 96, bottom: 22, height: '20%' },
    ],
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: colours.surface,
      borderColor: colours.grid,
      textStyle: { color: colours.ink, fontSize: 12 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '—'),
    },
    xAxis: [axis(0), axis(1)],
    yAxis: [values(0, 3), values(1, 1)],
    series: [...lines(plan, colours), ...bars(plan, colours)],
  };
}

/** Each step with all before it; null where it is still to come. */
function cumulated(steps: readonly (number | null)[]): readonly (number | null)[] {
  let sum = 0;
  return steps.map((step) => (step === null ? null : (sum += step)));
}

function lines(plan: PacePlan, colours: Colours): Option[] {
  const { now, before, target, forecast, names, words, format } = plan;
  const [sold, year] = [cumulated(now), cumulated(before)];
  const last = now.findLastIndex((step) => step !== null);
  const line = (name: string, data: readonly unknown[], style: Option, ending?: string): Option => ({
    type: 'line',
    name,
    data,
    symbol: 'none',
    xAxisIndex: 0,
    yAxisIndex: 0,
    ...style,
    endLabel: { show: ending !== undefined, formatter: ending ?? '', fontSize: 12, color: style['color'], distance: 6 },
    labelLayout: { moveOverlap: 'shiftY' },
  });
  const reached = sold[last] ?? 0;
  const whole = year.at(-1) ?? 0;
  return [
    line(words.before, year, { color: colours.prev, lineStyle: { width: 1.5 } }, `${words.before} ${format(whole)}`),
    ...(target === null
      ? []
      : [
          line(
            words.target,
            names.map((_name, at) => (target * (at + 1)) / names.length),
            { color: colours.ink, lineStyle: { width: 1.5, type: 'dashed' } },
            `${words.target} ${format(target)}`,
          ),
        ]),
    ...(forecast === null || last < 0 || last === names.length - 1
      ? []
      : [
          line(
            words.forecast,
            names.map((_name, at) =>
              at < last
                ? null
                : reached + ((forecast.value - reached) * (at - last)) / Math.max(1, names.length - 1 - last),
            ),
            { color: colours.chart, lineStyle: { width: 2, type: 'dotted' } },
            forecast.text,
          ),
        ]),
    line(
      words.now,
      sold.map((value, at) =>
        at === last && value !== null
          ? {
              value,
              symbol: 'circle',
              symbolSize: 7,
              label: { show: true, formatter: format(value), position: 'bottom', fontWeight: 600, color: colours.ink },
            }
          : value,
      ),
      { color: colours.chart, lineStyle: { width: 2 }, showSymbol: true, areaStyle: { opacity: 0.08 }, symbol: 'none' },
    ),
  ];
}

function bars({ now, before, words }: PacePlan, colours: Colours): Option[] {
  const bar = (name: string, data: readonly unknown[], color: string, width: string): Option => ({
    type: 'bar',
    name,
    data,
    color,
    xAxisIndex: 1,
    yAxisIndex: 1,
    barWidth: width,
    barGap: '-100%',
    itemStyle: { borderRadius: [2, 2, 0, 0] },
  });
  return [bar(words.before, before, colours.grid, '80%'), bar(words.now, now, colours.chart, '46%')];
}
