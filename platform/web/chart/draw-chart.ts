import { BarChart, LineChart, ScatterChart } from 'echarts/charts';
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { init, use as bring } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { AnyPlan, ChartPlan } from './chart-plan.ts';
import { coloursOf, type Colours } from './chart-colours.ts';
import { nameLabels } from './name-labels.ts';
import { paceOption } from './pace-option.ts';

bring([BarChart, LineChart, ScatterChart, GridComponent, TooltipComponent, AriaComponent, CanvasRenderer]);

/** Beyond these, figures on bars would lie over each other: the tooltip tells them. */
const mostLabels = 14;

export interface Drawing {
  readonly show: (plan: AnyPlan) => void;
  readonly end: () => void;
}

/** Draws into an element, in the colours of the page, and again when those or the size of it change. */
export function drawChart(box: HTMLElement): Drawing {
  const chart = init(box);
  let shown: AnyPlan | null = null;
  let isFirst = true;
  let drawnFor = 0;
  const draw = (): void => {
    if (shown === null) return;
    const colours = coloursOf(box);
    // A canvas inherits no font: without the name of the page's, figures would stand in another beside the same in
    // text.
    const textStyle = { fontFamily: getComputedStyle(box).fontFamily };
    const room = box.clientWidth;
    chart.setOption(
      {
        textStyle,
        ...(shown.kind === 'pace' ? paceOption(shown, colours) : optionOf(shown, colours, { isFirst, room })),
      },
      { notMerge: true },
    );
    isFirst = false;
    drawnFor = room;
  };
  const pick = ({ dataIndex }: { readonly dataIndex: number }): void => {
    shown?.onPick?.(dataIndex);
  };
  chart.on('click', (event) => {
    pick({ dataIndex: event.dataIndex ?? 0 });
  });
  const sizes = new ResizeObserver(() => {
    chart.resize();
    // Names below bars are cut to the room that each has.
    if (box.clientWidth !== drawnFor) draw();
  });
  sizes.observe(box);
  const looks = new MutationObserver(draw);
  looks.observe(document.documentElement, { attributes: true });
  return {
    show(plan) {
      shown = plan;
      draw();
    },
    end() {
      sizes.disconnect();
      looks.disconnect();
      chart.dispose();
    },
  };
}

interface Moment {
  readonly isFirst: boolean;
  /** Pixels from side to side. */
  readonly room: number;
}

function optionOf(plan: ChartPlan, colours: Colours, { isFirst, room }: Moment): Record<string, unknown> {
  const { kind, names, format, label } = plan;
  const text = { color: colours.ink2, fontSize: 12 };
  return {
    animation: isFirst && !matchMedia('(prefers-reduced-motion: reduce)').matches,
    animationDuration: 250,
    aria: { enabled: true, label: { description: label } },
    grid: { left: 8, right: 16, top: 28, bottom: 4, containLabel: true },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: colours.surface,
      borderColor: colours.grid,
      textStyle: { color: colours.ink, fontSize: 12 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '—'),
    },
    xAxis: {
      type: 'category',
      data: names,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colours.grid } },
      axisLabel: kind === 'line' ? { ...text, hideOverlap: true } : { ...text, ...nameLabels(names.length, room) },
    },
    yAxis: {
      type: 'value',
      splitNumber: 3,
      axisLabel: kind === 'line' ? { ...text, formatter: format } : { show: false },
      splitLine: { show: kind === 'line', lineStyle: { color: colours.grid } },
    },
    series: seriesOf(plan, colours),
  };
}

function seriesOf(plan: ChartPlan, colours: Colours): Record<string, unknown>[] {
  const { kind, names, now, before, nowLabel, beforeLabel, format, isRest = false } = plan;
  if (kind === 'line')
    return [
      ...(before === undefined
        ? []
        : [
            {
              type: 'line',
              name: beforeLabel,
              data: before,
              symbol: 'none',
              lineStyle: { width: 1.5 },
              color: colours.prev,
            },
          ]),
      { type: 'line', name: nowLabel, data: now, symbolSize: 5, lineStyle: { width: 2 }, color: colours.chart },
    ];
  return [
    {
      type: 'bar',
      name: nowLabel,
      data: isRest
        ? now.map((value, at) => (at === now.length - 1 ? { value, itemStyle: { color: colours.prev } } : value))
        : now,
      barMaxWidth: 44,
      color: colours.chart,
      itemStyle: { borderRadius: [2, 2, 0, 0] },
      label: {
        show: names.length <= mostLabels,
        position: 'top',
        color: colours.ink,
        fontWeight: 600,
        fontSize: 12,
        formatter: ({ value }: { readonly value: number | null }) => (value === null ? '' : format(value)),
      },
    },
    ...(before === undefined
      ? []
      : [
          {
            type: 'scatter',
            name: beforeLabel,
            data: before,
            symbol: 'rect',
            symbolSize: [44, 3],
            color: colours.ink2,
            z: 3,
          },
        ]),
  ];
}
