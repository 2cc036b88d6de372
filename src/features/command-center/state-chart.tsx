import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch'
import type { MachineChart } from '#machines/inspection/machine-chart.ts'
import { useReducedMotion } from '#src/app/use-reduced-motion.ts'
import {
  type ChartDrawing,
  chartSizes,
  type DrawnArrow,
  type DrawnLine,
  type DrawnState,
  headOf,
  pathOf,
  regionsOf,
} from '#src/inspection/chart-svg.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './state-chart.module.css'

/** The inputs of every part of a chart. */
interface Shown {
  readonly active: ReadonlySet<string>
  /** Keys of the last transitions. */
  readonly latest: ReadonlySet<string>
  readonly regions: ReadonlySet<string>
  /** Lower-case text to find; empty finds nothing. */
  readonly wanted: string
  /** How often each transition was taken, by its key, and each state entered, by its id; undefined to show neither. */
  readonly counts: ReadonlyMap<string, number> | undefined
}

/** Lays out a chart; undefined until it is ready. The layout library is loaded with the first chart. */
function useDrawing(chart: MachineChart): ChartDrawing | undefined {
  const [drawing, setDrawing] = useState<ChartDrawing>()
  useEffect(() => {
    let isCurrent = true
    void import('#src/inspection/chart-layout.ts')
      .then(({ drawChart }) => drawChart(chart))
      .then((drawn) => isCurrent && setDrawing(drawn))
    return () => {
      isCurrent = false
    }
  }, [chart])
  return drawing?.id === chart.id ? drawing : undefined
}

/** The chart of a machine: nested states and arrows, with the current state and the last transition lit. */
export const StateChart = memo(({ chart, states, latest, wanted, counts }: StateChartProps) => {
  const text = useText()
  const drawing = useDrawing(chart)
  if (!drawing) return <p className={styles.loading}>{text('common.loading')}</p>
  const shown: Shown = {
    active: new Set(states),
    latest: new Set(latest),
    regions: regionsOf(drawing),
    wanted: wanted.trim().toLowerCase(),
    counts,
  }
  return (
    <ZoomPane key={chart.id} drawing={drawing} active={states}>
      <svg
        className={styles.drawing}
        data-counted={counts !== undefined}
        viewBox={`0 0 ${drawing.width} ${drawing.height}`}
        width={drawing.width}
        height={drawing.height}
        fontSize={chartSizes.text}
        role="img"
        aria-label={text('inspection.chart-of', { machine: chart.id })}
      >
        {drawing.states.map((drawn) => (
          <StateBox key={drawn.state.id} drawn={drawn} shown={shown} />
        ))}
        {drawing.starts.map(({ x, y }) => (
          <circle key={`${x} ${y}`} className={styles.start} cx={x} cy={y} r={4} />
        ))}
        {drawing.arrows.map((arrow) => (
          <Arrow key={arrow.id} arrow={arrow} shown={shown} />
        ))}
      </svg>
    </ZoomPane>
  )
})

const zoomStep = 0.4
const zoomTime = 160
/** Overrides the library's style sheet, which only builds remove. */
const whole = { width: '100%', height: '100%' } as const
/** Below this scale a chart's text is too small to read. It then starts at its active state instead of whole. */
const readableScale = 0.6

/** Zooms by wheel, pinch and buttons, pans by drag. Follows the active state when it leaves the view. */
const ZoomPane = ({ drawing, active, children }: ZoomPaneProps) => {
  const text = useText()
  const isMotionReduced = useReducedMotion()
  const stage = useRef<ReactZoomPanPinchRef>(null)
  const pane = useRef<HTMLDivElement>(null)
  const time = isMotionReduced ? 0 : zoomTime
  useEffect(() => showWhole(stage.current, pane.current, drawing, 0), [drawing])
  useEffect(() => {
    if (active.length > 0) followActive(stage.current, pane.current, time)
  }, [active, time])
  return (
    <div ref={pane} className={styles.pane}>
      <TransformWrapper
        ref={stage}
        minScale={0.1}
        maxScale={4}
        limitToBounds={false}
        doubleClick={{ disabled: true }}
        panning={{ velocityDisabled: true }}
      >
        <TransformComponent wrapperClass={styles.stage ?? ''} wrapperStyle={whole}>
          {children}
        </TransformComponent>
      </TransformWrapper>
      <div className={styles.zoom}>
        <IconButton
          label={text('inspection.zoom-in')}
          icon={<ZoomIn />}
          onPress={() => void stage.current?.zoomIn(zoomStep, time)}
        />
        <IconButton
          label={text('inspection.zoom-out')}
          icon={<ZoomOut />}
          onPress={() => void stage.current?.zoomOut(zoomStep, time)}
        />
        <IconButton
          label={text('inspection.fit')}
          icon={<Maximize />}
          onPress={() => showWhole(stage.current, pane.current, drawing, time)}
        />
      </div>
    </div>
  )
}

type Stage = ReactZoomPanPinchRef | null
const fitMargin = 24

/** Fits the whole drawing into the pane. */
function showWhole(stage: Stage, pane: Element | null, { width, height }: ChartDrawing, time: number): void {
  const { clientWidth = 0, clientHeight = 0 } = pane ?? {}
  const scale = Math.min((clientWidth - fitMargin) / width, (clientHeight - fitMargin) / height, 1.2)
  void stage?.centerView(Math.max(scale, 0.1), time)
}

/** Moves to the active state if it is out of view or too small to read. */
function followActive(stage: Stage, pane: Element | null, time: number): void {
  const active = pane?.querySelector<SVGGElement>('[data-innermost=true]')
  const scale = stage?.state.scale ?? 1
  if (!pane || !active || (scale >= readableScale && isInside(active, pane))) return
  // The library types only HTML elements, and measures any.
  void stage?.zoomToElement(active as Element as HTMLElement, Math.max(scale, 0.85), time)
}

function isInside(element: Element, pane: Element): boolean {
  const [inner, outer] = [element.getBoundingClientRect(), pane.getBoundingClientRect()]
  const isBeyond = inner.right > outer.right || inner.bottom > outer.bottom
  return inner.left >= outer.left && inner.top >= outer.top && !isBeyond
}

const isFound = (wanted: string, text: string): boolean =>
  wanted !== '' && text.toLowerCase().includes(wanted)

const StateBox = ({ drawn, shown }: StateBoxProps) => {
  const { state, x, y, width, height, lines } = drawn
  const isActive = shown.active.has(state.id)
  const isInnermost = isActive && !state.states.some(({ id }) => shown.active.has(id))
  const count = shown.counts?.get(state.id)
  const box = (inset: number) => (
    <rect
      className={styles.box}
      x={x + inset}
      y={y + inset}
      width={width - 2 * inset}
      height={height - 2 * inset}
      rx={8 - inset}
    />
  )
  return (
    <g
      className={styles.state}
      data-active={isActive}
      data-innermost={isInnermost}
      data-compound={state.states.length > 0}
      data-region={shown.regions.has(state.id)}
      data-found={isFound(shown.wanted, state.key)}
      data-never={shown.counts !== undefined && !count}
    >
      {box(0)}
      {state.type === 'final' && box(3)}
      <text className={styles.title} fontSize={chartSizes.title} x={x + chartSizes.padding} y={y + 18}>
        {state.key}
      </text>
      {isInnermost && <circle className={styles.here} cx={x + width - 13} cy={y + 13} r={5} />}
      {count !== undefined && !isInnermost && (
        <text className={styles.count} x={x + width - 8} y={y + 17} textAnchor="end">
          ×{count}
        </text>
      )}
      <Lines lines={lines} x={x + chartSizes.padding} y={y + chartSizes.titleLine + 10} shown={shown} />
    </g>
  )
}

const Lines = ({ lines, x, y, shown }: LinesProps) =>
  lines.map(({ key, text }, index) => {
    const count = key === undefined ? undefined : shown.counts?.get(key)
    return (
      <text
        key={`${key} ${text}`}
        className={styles.line}
        x={x}
        y={y + index * chartSizes.line}
        data-taken={key !== undefined && shown.latest.has(key)}
        data-found={isFound(shown.wanted, text)}
        data-never={key !== undefined && shown.counts !== undefined && !count}
      >
        {text}
        {count !== undefined && <tspan className={styles.count}> ×{count}</tspan>}
      </text>
    )
  })

const Arrow = ({ arrow, shown }: ArrowProps) => {
  const { label } = arrow
  const keys = label?.lines.map(({ key }) => key ?? '') ?? []
  const isNever = shown.counts !== undefined && keys.length > 0 && !keys.some((key) => shown.counts?.get(key))
  return (
    <g className={styles.arrow} data-taken={keys.some((key) => shown.latest.has(key))} data-never={isNever}>
      <path className={styles.path} d={pathOf(arrow)} />
      <polygon className={styles.head} points={headOf(arrow)} />
      {label && <Lines lines={label.lines} x={label.x + 4} y={label.y + 12} shown={shown} />}
    </g>
  )
}

interface StateChartProps {
  readonly chart: MachineChart
  readonly states: readonly string[]
  readonly latest: readonly string[]
  /** Marks states and events that contain this text. */
  readonly wanted: string
  readonly counts?: Shown['counts']
}
interface ZoomPaneProps {
  readonly drawing: ChartDrawing
  /** Ids of the active states; the same list until one changes. */
  readonly active: readonly string[]
  readonly children: React.ReactNode
}
interface StateBoxProps {
  readonly drawn: DrawnState
  readonly shown: Shown
}
interface LinesProps {
  readonly lines: readonly DrawnLine[]
  readonly x: number
  readonly y: number
  readonly shown: Shown
}
interface ArrowProps {
  readonly arrow: DrawnArrow
  readonly shown: Shown
}
