import { type EventType, eventVersion } from './events.ts'

/** Data of one version to data of the next; pure. */
export type Upcaster = (data: unknown) => unknown
/** By event type, then by the version it starts from. */
export type Upcasters = Readonly<Partial<Record<EventType, Readonly<Record<number, Upcaster>>>>>

/** Every change of shape so far; none has happened since version 1. */
export const upcasters: Upcasters = {}

/**
 * Raises data written as `version` of `type` to today's version, one step at a time. Returns undefined when that version
 * is newer than this program or a step is missing: then the event is kept in the log but not folded.
 */
export function upcast(
  type: EventType,
  version: number,
  data: unknown,
  steps: Upcasters = upcasters,
  versions: Readonly<Record<EventType, number>> = eventVersion,
): { readonly data: unknown } | undefined {
  const target = versions[type]
  if (!Number.isInteger(version) || version < 1 || version > target) return undefined
  let raised = data
  for (let from = version; from < target; from += 1) {
    const step = steps[type]?.[from]
    if (!step) return undefined
    raised = step(raised)
  }
  return { data: raised }
}
