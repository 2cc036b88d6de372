import Elk from 'elkjs/lib/elk.bundled.js'
import type { ElkEdgeSection, ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js'
import {
  type ChartState,
  type ChartTransition,
  type MachineChart,
  statesIn,
} from '#machines/inspection/machine-chart.ts'
import { triggerWords } from '#machines/inspection/machine-diagram.ts'
import { type ChartDrawing, chartSizes, type DrawnLine, type Point } from './chart-svg.ts'

const widthOf = (lines: readonly DrawnLine[]): number =>
  Math.ceil(Math.max(0, ...lines.map(({ text }) => text.length)) * chartSizes.character)

const transitionWords = (transition: ChartTransition): string =>
  triggerWords(transition) + (transition.guard === undefined ? '' : ` [${transition.guard}]`)

const staysIn = ({ isIgnored, targets }: ChartTransition): boolean => targets.length === 0 && !isIgnored

const linesOf = ({ entry, exit, invokes, transitions }: ChartState): readonly DrawnLine[] => [
  ...entry.map((name) => ({ text: `entry / ${name}` })),
  ...exit.map((name) => ({ text: `exit / ${name}` })),
  ...invokes.map((name) => ({ text: `invoke / ${name}` })),
  ...transitions.filter(staysIn).map((transition) => {
    const actions = transition.actions.join(', ')
    return { text: `${transitionWords(transition)} / ${actions}`, key: transition.key }
  }),
]

const layoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.randomSeed': '1',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.aspectRatio': '1.5',
}

const startOf = (state: ChartState): string => `${state.id} start`

function nodeOf(state: ChartState): ElkNode {
  const { line, padding, start, titleCharacter, titleLine } = chartSizes
  const lines = linesOf(state)
  const top = titleLine + lines.length * line
  const width = Math.max(state.key.length * titleCharacter + 34, widthOf(lines)) + 2 * padding
  if (state.states.length === 0)
    return { id: state.id, width: Math.max(width, 84), height: top + (lines.length > 0 ? 8 : 6) }
  const begins = state.states.some(({ isInitial }) => isInitial)
  return {
    id: state.id,
    children: [
      ...(begins ? [{ id: startOf(state), width: start, height: start }] : []),
      ...state.states.map(nodeOf),
    ],
    layoutOptions: {
      'elk.padding': `[top=${top + 16},left=18,bottom=18,right=18]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width},${top + 30})`,
    },
  }
}

interface Edge extends ElkExtendedEdge {
  readonly lines: readonly DrawnLine[]
}

/** One edge for each pair of states, and one to each initial state. */
function edgesOf(states: readonly ChartState[]): readonly Edge[] {
  const pairs = new Map<string, { source: string; target: string; lines: DrawnLine[] }>()
  for (const { id, transitions } of states)
    for (const transition of transitions)
      for (const target of transition.targets) {
        const pair = pairs.get(`${id} → ${target}`) ?? { source: id, target, lines: [] }
        pair.lines.push({ text: transitionWords(transition), key: transition.key })
        pairs.set(`${id} → ${target}`, pair)
      }
  const initial = states.flatMap((state) =>
    state.states
      .filter(({ isInitial }) => isInitial)
      .map(({ id }) => ({ id: `${state.id} begins`, sources: [startOf(state)], targets: [id], lines: [] })),
  )
  const drawn = [...pairs].map(([id, { source, target, lines }]) => ({
    id,
    lines,
    sources: [source],
    targets: [target],
    labels: [{ text: id, width: widthOf(lines) + 8, height: lines.length * chartSizes.line }],
  }))
  return [...initial, ...drawn]
}

const pointsOf = ({ startPoint, bendPoints = [], endPoint }: ElkEdgeSection): readonly Point[] => [
  startPoint,
  ...bendPoints,
  endPoint,
]

function nodesIn(node: ElkNode): ReadonlyMap<string, ElkNode> {
  const all = (each: ElkNode): readonly ElkNode[] => [each, ...(each.children ?? []).flatMap(all)]
  return new Map(all(node).map((each) => [each.id, each]))
}

const elk = new Elk()
const drawings = new WeakMap<MachineChart, Promise<ChartDrawing>>()

/** Computes the places of a chart's states and arrows. Equal charts get equal places. */
export function drawChart(chart: MachineChart): Promise<ChartDrawing> {
  const known = drawings.get(chart)
  if (known) return known
  const drawing = layOut(chart)
  drawings.set(chart, drawing)
  return drawing
}

interface Graph extends ElkNode {
  readonly edges: Edge[]
}

const graphOf = ({ root }: MachineChart): Graph => ({
  id: '(drawing)',
  layoutOptions,
  children: [nodeOf(root)],
  edges: [...edgesOf(statesIn(root))],
})

/** Hashes what the drawing is made of: a drawing with another hash is outdated. Cheap, unlike the drawing. */
export function graphHash(chart: MachineChart): string {
  const text = JSON.stringify([graphOf(chart), statesIn(chart.root).map(linesOf)])
  let hash = 0
  for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return hash.toString(16).padStart(8, '0')
}

async function layOut(chart: MachineChart): Promise<ChartDrawing> {
  const states = statesIn(chart.root)
  const graph = graphOf(chart)
  const laid: ElkNode = await elk.layout(graph)
  const nodes = nodesIn(laid)
  const linesOfEdge = new Map(graph.edges.map((edge) => [edge.id, edge.lines]))
  const placeOf = (name: string) => {
    const { x = 0, y = 0, width = 0, height = 0 } = nodes.get(name) ?? {}
    return { x, y, width, height }
  }
  return {
    id: chart.id,
    width: Math.ceil(laid.width ?? 0),
    height: Math.ceil(laid.height ?? 0),
    states: states.map((state) => ({ state, ...placeOf(state.id), lines: linesOf(state) })),
    arrows: (laid.edges ?? []).map((edge) => {
      const [label] = edge.labels ?? []
      return {
        id: edge.id,
        points: (edge.sections ?? []).flatMap(pointsOf),
        label: label && { x: label.x ?? 0, y: label.y ?? 0, lines: linesOfEdge.get(edge.id) ?? [] },
      }
    }),
    starts: states
      .filter((state) => nodes.has(startOf(state)))
      .map((state) => {
        const { x, y } = placeOf(startOf(state))
        return { x: x + chartSizes.start / 2, y: y + chartSizes.start / 2 }
      }),
  }
}
