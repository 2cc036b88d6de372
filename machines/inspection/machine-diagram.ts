import { type ChartState, type ChartTransition, type MachineChart, statesIn } from './machine-chart.ts'

const indent = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`)

/** Mermaid's names take letters, digits and underscores only. */
const mermaidName = (id: string): string => id.replace(/\W/g, '_')

/** What makes it happen, as a reader says it: `token.rejected`, `after wipeDelay`, `read done`, `always`. */
export const triggerWords = (transition: ChartTransition): string => {
  const { trigger, name } = transition
  if (trigger === 'signal') return name
  if (trigger === 'always') return 'always'
  return trigger === 'after' ? `after ${name}` : `${name} ${trigger}`
}

/** What stands on an arrow; Mermaid reads a colon as the end of the states' names, so there is none. */
const arrowWords = (transition: ChartTransition): string =>
  triggerWords(transition) + (transition.guard === undefined ? '' : ` [${transition.guard}]`)

const arrows = (state: ChartState): readonly string[] =>
  state.transitions.flatMap((transition) =>
    transition.targets.map(
      (target) => `${mermaidName(state.id)} --> ${mermaidName(target)} : ${arrowWords(transition)}`,
    ),
  )

function boxes(state: ChartState): readonly string[] {
  const name = mermaidName(state.id)
  const start = state.isInitial ? [`[*] --> ${name}`] : []
  const end = state.type === 'final' ? [`${name} --> [*]`] : []
  const title = `state "${state.key}" as ${name}`
  if (state.states.length === 0) return [title, ...start, ...end]
  return [`${title} {`, ...indent(inside(state)), '}', ...start]
}

/** Regions of a parallel state stand beside each other. */
const inside = (state: ChartState): readonly string[] =>
  state.states.flatMap((child, index) => [
    ...(state.type === 'parallel' && index > 0 ? ['--'] : []),
    ...boxes(child),
  ])

/** Only what the root itself listens to leads out of nowhere: it is drawn from a box of its own. */
function rootArrows({ root }: MachineChart): readonly string[] {
  const drawn = root.transitions.filter(({ targets }) => targets.length > 0)
  if (drawn.length === 0) return []
  return [`state "anywhere" as ${mermaidName(root.id)}`, ...arrows(root)]
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

const localName = (machine: string, id: string): string =>
  id === machine ? '(anywhere)' : id.slice(machine.length + 1)

function tableRow(machine: string, state: ChartState, transition: ChartTransition): string {
  const { actions, guard, isIgnored, targets } = transition
  const goesTo = targets.map((target) => localName(machine, target)).join(', ')
  const stays = isIgnored ? 'ignored' : 'stays'
  const cells = [
    localName(machine, state.id),
    triggerWords(transition),
    guard ?? '',
    goesTo === '' ? stays : goesTo,
    actions.join(', '),
  ]
  return `| ${cells.map(cell).join(' | ')} |`
}

function effectRow(machine: string, { id, entry, exit, invokes }: ChartState): string {
  const cells = [localName(machine, id), entry.join(', '), exit.join(', '), invokes.join(', ')]
  return `| ${cells.map(cell).join(' | ')} |`
}

/** The page of one machine: a Mermaid diagram, its transitions and its effects as tables, in Markdown. */
export function diagramPage(chart: MachineChart): string {
  const states = statesIn(chart.root)
  const rows = states.flatMap((state) =>
    state.transitions.map((transition) => tableRow(chart.id, state, transition)),
  )
  const acting = states.filter(({ entry, exit, invokes }) => entry.length + exit.length + invokes.length > 0)
  const effects = acting.map((state) => effectRow(chart.id, state))
  return [
    `# ${chart.id}`,
    '',
    'Written by `npm run diagrams` from the machine itself; do not edit.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...indent([...inside(chart.root), ...rootArrows(chart)]),
    ...indent(states.slice(1).flatMap(arrows)),
    '```',
    '',
    '| in | on | if | goes to | does |',
    '|---|---|---|---|---|',
    ...rows,
    ...(effects.length === 0
      ? []
      : ['', '| state | on entry | on exit | runs |', '|---|---|---|---|', ...effects]),
    '',
  ].join('\n')
}

/** The list of all pages. */
export const diagramIndex = (charts: readonly MachineChart[]): string =>
  [
    '# Machines',
    '',
    'The control plane as it runs: one page a machine, written by `npm run diagrams` from the machines themselves and',
    'checked by a unit test. While the app is developed, `/command-center` shows the same charts alive.',
    '',
    ...charts.map(({ id, root }) => `- [${id}](${id}.md): ${statesIn(root).length - 1} states`),
    '',
  ].join('\n')

/** File names and texts of everything below `docs/machines`. */
export const diagramFiles = (charts: readonly MachineChart[]): ReadonlyMap<string, string> =>
  new Map([
    ['README.md', diagramIndex(charts)],
    ...charts.map((chart) => [`${chart.id}.md`, diagramPage(chart)] as const),
  ])
