import { createContext, use, useMemo } from 'react'
import {
  addSelected,
  canSelect,
  rangeBetween,
  type Selection,
  type SelectionAction,
  selectionLimit,
  startSelection,
  toggleSelected,
} from '#domain/message/selection.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRefusalText } from '#src/app/refusal-text.ts'
import { useReadable, useSelected } from '#src/app/use-readable.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { createWritable, type Readable, type Writable } from '#streams/readable.ts'

/** Choosing several messages of one conversation [VIEW-30 VIEW-33 VIEW-34]. */
export interface Selecting {
  /** Undefined while nothing is being selected. */
  readonly selection: Readable<Selection | undefined>
  /** Begins with a message; for everything unless it is for one action alone. */
  start(message: TimelineMessage, action?: SelectionAction): void
  /** With `isRange`, all from the one chosen last. */
  choose(key: string, isRange: boolean): void
  chooseAll(): void
  end(): void
}

/**
 * What is selected, for each message to draw itself; the same object as long as the conversation is open, whatever page stands
 * over it or in its place.
 */
export const SelectionContext = createContext<Writable<Selection | undefined>>(
  createWritable<Selection | undefined>(undefined),
)

/** The message that was last to be sent on by itself, so that others can still be chosen with it. */
export const ForwardedAloneContext = createContext<Writable<TimelineMessage | undefined>>(
  createWritable<TimelineMessage | undefined>(undefined),
)

/** Whether a message is being chosen or not; undefined while nothing is selected, and for what cannot be. */
export const useIsChosen = (message: TimelineMessage): boolean | undefined =>
  useSelected(use(SelectionContext), (selection) =>
    selection === undefined || !canSelect(message) ? undefined : selection.keys.has(message.key),
  )

/** How many messages the server lets be chosen; the usual figure until it is known [VIEW-33]. */
const useSelectionLimit = (): number => {
  const { lookups } = useAccount()
  const view = useReadable(lookups.settings)
  return selectionLimit(view.status === 'ready' ? view.value.mostForwardedMessages : undefined)
}

/** The selection of the open conversation, whose messages are these; going past the limit warns. */
export const useSelectionOf = (messages: readonly TimelineMessage[]): Selecting => {
  const source = use(SelectionContext)
  const limit = useSelectionLimit()
  const toasts = useToasts()
  const refusalText = useRefusalText()
  return useMemo(() => {
    const order = () => messages.filter(canSelect).map(({ key }) => key)
    const add = (current: Selection, keys: readonly string[]) => {
      const { selection, outcome } = addSelected(current, keys, limit)
      source.set(selection)
      if (!outcome.isOk) toasts.show({ kind: 'warning', text: refusalText(outcome.refusal) })
    }
    const toggle = (current: Selection, key: string) => {
      const outcome = toggleSelected(current, key, limit)
      if (outcome.isOk) source.set(outcome.value)
      else toasts.show({ kind: 'warning', text: refusalText(outcome.refusal) })
    }
    return {
      selection: source,
      start: ({ key }, action) => source.set(startSelection(key, action)),
      choose(key, isRange) {
        const current = source.get()
        if (current === undefined || !order().includes(key)) return
        if (isRange) add(current, rangeBetween(order(), current.anchor, key))
        else toggle(current, key)
      },
      chooseAll() {
        const current = source.get()
        // The newest first: what is left out by the limit is the oldest.
        if (current !== undefined) add(current, order().reverse())
      },
      end: () => source.set(undefined),
    }
  }, [source, messages, limit, toasts, refusalText])
}

/** The chosen ones that are still there, in their order. */
export const chosenOf = (
  messages: readonly TimelineMessage[],
  selection: Selection | undefined,
): readonly TimelineMessage[] =>
  selection === undefined ? [] : messages.filter(({ key }) => selection.keys.has(key))
