import type { InspectorView } from '#src/inspection/inspector.ts'
import type { Translate } from '#src/ui/use-text.ts'
import { matchesFact, matchesSignal } from './filtering.ts'
import { innermostStates } from './machine-order.ts'
import { clockText, factText, ratePerSecond } from './metric-texts.ts'

const section = (title: string, lines: readonly string[]): string => [title, ...lines].join('\n')

/** Formats the whole view as plain text; lists are filtered, oldest first. */
export function inspectorText(view: InspectorView, filter: string, text: Translate): string {
  return [
    section(
      text('inspection.machines'),
      view.actors.map((actor) => `${actor.name}  ${actor.status}  ${innermostStates(actor)}  ${actor.taken}`),
    ),
    section(
      text('inspection.signals'),
      view.signals
        .filter((signal) => matchesSignal(filter, signal))
        .map(({ at, actor, payload, state, type }) =>
          [clockText(at), actor, type, `→ ${state}`, payload.join(', ')].join('  ').trimEnd(),
        ),
    ),
    section(
      text('inspection.log'),
      view.facts
        .filter((fact) => matchesFact(filter, fact))
        .map(({ at, index, origin, payload, segment, stream, type }) =>
          [`${segment}:${index}`, clockText(at), type, stream, origin, payload.join(', ')]
            .join('  ')
            .trimEnd(),
        ),
    ),
    section(
      text('inspection.rates'),
      view.rates.map(
        (rate) => `${text(`inspection.rate.${rate.name}`)}  ${ratePerSecond(rate)}/s  ${rate.total}`,
      ),
    ),
    section(
      text('inspection.ports'),
      view.ports.map(({ facts, port }) => {
        const counts = facts.map((fact) => `${text(`inspection.fact.${fact.name}`)}: ${factText(fact, text)}`)
        return `${text(`inspection.port.${port}`)}  ${counts.join(', ')}`
      }),
    ),
    section(
      text('inspection.models'),
      view.models.map(({ model, segment, version }) => `${model}  ${segment}/${view.head}  v${version}`),
    ),
  ].join('\n\n')
}
