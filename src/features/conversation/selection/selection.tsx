import { Copy, Forward, Trash2, X } from 'lucide-react'
import { createContext, type KeyboardEvent, type MouseEvent, use, useMemo } from 'react'
import type { Viewpoint } from '#domain/formats/calendar.ts'
import { messageDate } from '#domain/formats/dates.ts'
import { isShortcut } from '#domain/keyboard/shortcuts.ts'
import {
  addSelected,
  canForward,
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
import { useRejectionText } from '#src/app/rejection-text.ts'
import { subPaths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { type Translate, useText } from '#src/ui/use-text.ts'
import { createWritable, type Readable, type Writable } from '#streams/readable.ts'
import { messageText } from '../message/message-line.ts'
import { useConversationKeys } from '../use-conversation-keys.ts'
import styles from './selection.module.css'

/** The selection of several messages in one conversation [VIEW-30 VIEW-33 VIEW-34]. */
export interface Selecting {
  /** Undefined while nothing is being selected. */
  readonly selection: Readable<Selection | undefined>
  /** Starts with a message; `action` limits the selection to one action. */
  start(message: TimelineMessage, action?: SelectionAction): void
  /** With `isRange`, selects all from the last selected one. */
  choose(key: string, isRange: boolean): void
  chooseAll(): void
  end(): void
}

/**
 * The selection, read by each message. It stays the same object while the conversation is open, even when another page
 * covers it.
 */
export const SelectionContext = createContext<Writable<Selection | undefined>>(
  createWritable<Selection | undefined>(undefined),
)

/** The last message forwarded on its own, so that others can still be added to it. */
export const SingleForwardContext = createContext<Writable<TimelineMessage | undefined>>(
  createWritable<TimelineMessage | undefined>(undefined),
)

/** Whether a message is selected; undefined outside a selection and for messages that cannot be selected. */
export const useIsSelected = (message: TimelineMessage): boolean | undefined =>
  useSelected(use(SelectionContext), (selection) =>
    selection === undefined || !canSelect(message) ? undefined : selection.keys.has(message.key),
  )

/** The server's limit of selected messages; the default until it is known [VIEW-33]. */
const useSelectionLimit = (): number => {
  const { lookups } = useAccount()
  const view = useReadable(lookups.settings)
  return selectionLimit(view.status === 'ready' ? view.value.mostForwardedMessages : undefined)
}

/** The selection of the open conversation. Exceeding the limit shows a warning. */
export const useSelectionOf = (messages: readonly TimelineMessage[]): Selecting => {
  const source = use(SelectionContext)
  const limit = useSelectionLimit()
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  return useMemo(() => {
    const order = () => messages.filter(canSelect).map(({ key }) => key)
    const add = (current: Selection, keys: readonly string[]) => {
      const { selection, outcome } = addSelected(current, keys, limit)
      source.set(selection)
      if (!outcome.isOk) toasts.show({ kind: 'warning', text: rejectionText(outcome.rejection) })
    }
    const toggle = (current: Selection, key: string) => {
      const outcome = toggleSelected(current, key, limit)
      if (outcome.isOk) source.set(outcome.value)
      else toasts.show({ kind: 'warning', text: rejectionText(outcome.rejection) })
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
        // Newest first, so that the limit leaves out the oldest.
        if (current !== undefined) add(current, order().reverse())
      },
      end: () => source.set(undefined),
    }
  }, [source, messages, limit, toasts, rejectionText])
}

/** Returns the selected messages that still exist, in order. */
export const selectedMessages = (
  messages: readonly TimelineMessage[],
  selection: Selection | undefined,
): readonly TimelineMessage[] =>
  selection === undefined ? [] : messages.filter(({ key }) => selection.keys.has(key))

const keyAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset.key : undefined

/**
 * During selection a click on a message toggles it, with Shift the range from the last one. Space and Enter toggle the
 * focused message. Other controls of messages are disabled meanwhile.
 */
export const useSelectionGestures = ({ choose }: Selecting, isSelecting: boolean) => {
  if (!isSelecting) return {}
  const onClickCapture = (event: MouseEvent) => {
    const key = keyAt(event.target)
    if (key === undefined) return
    // React renders the checkbox's state.
    if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
    event.stopPropagation()
    window.getSelection()?.removeAllRanges()
    choose(key, event.shiftKey)
  }
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const key = keyAt(event.target)
    if (key === undefined || (event.key !== ' ' && event.key !== 'Enter')) return
    event.preventDefault()
    event.stopPropagation()
    choose(key, event.shiftKey)
  }
  return { onClickCapture, onKeyDownCapture }
}

/** Keys for the whole conversation: Escape ends the selection, Ctrl+A selects all [VIEW-13]. */
export const selectionKeys =
  ({ selection, chooseAll, end }: Selecting) =>
  (event: KeyboardEvent) => {
    // Overlays are React children of the conversation but not DOM children; they handle their own keys.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (selection.get() === undefined || !isInside) return
    const isAll = isShortcut(event, 'selectAll')
    if (!isAll && !isShortcut(event, 'close')) return
    event.preventDefault()
    event.stopPropagation()
    if (isAll) chooseAll()
    else end()
  }

/** Escape ends the selection even without a focused element, such as right after a dialog closed [VIEW-13]. */
export const useEscapeFromSelecting = ({ selection, end }: Selecting): void =>
  useConversationKeys((event) => {
    const isEnding = event.target === document.body && selection.get() !== undefined
    return isEnding && isShortcut(event, 'close') ? end : undefined
  })

interface SelectionBarProps {
  readonly chosen: readonly TimelineMessage[]
  readonly action: SelectionAction
  readonly onCopy: () => void
  readonly onForward: () => void
  readonly onDelete: () => void
  readonly onCancel: () => void
}

/** The bottom bar during selection: actions and the number of selected messages [VIEW-11 VIEW-13 VIEW-32]. */
export const SelectionBar = ({ chosen, action, ...tasks }: SelectionBarProps) => {
  const text = useText()
  const count = chosen.length
  const isNone = count === 0
  return (
    <section aria-label={text('conversation.selection')} className={styles.bar}>
      <IconButton label={text('common.cancel')} icon={<X aria-hidden="true" />} onPress={tasks.onCancel} />
      <p role="status" className={styles.count} data-numeric="true">
        {text('conversation.selection.count', { count })}
      </p>
      <IconButton
        label={text('conversation.action.copy')}
        icon={<Copy aria-hidden="true" />}
        isDisabled={isNone}
        onPress={tasks.onCopy}
      />
      {action !== 'delete' && 'forward' in subPaths && (
        <Button
          icon={<Forward aria-hidden="true" />}
          isDisabled={isNone || !chosen.every(canForward)}
          onPress={tasks.onForward}
        >
          {text('conversation.selection.forward', { count })}
        </Button>
      )}
      {action !== 'forward' && (
        <Button
          variant="quiet-danger"
          icon={<Trash2 aria-hidden="true" />}
          isDisabled={isNone}
          onPress={tasks.onDelete}
        >
          {text('conversation.selection.delete', { count })}
        </Button>
      )}
    </section>
  )
}

/** Returns messages as one text, each below its sender and time. A single message is just its text. */
export function copyText(
  messages: readonly TimelineMessage[],
  viewpoint: Viewpoint,
  text: Translate,
): string {
  const [first, ...others] = messages
  if (first !== undefined && others.length === 0) return messageText(first, text)
  return messages
    .map((message) => {
      const { senderName: sender, sentAt } = message
      const heading = text('conversation.message-label', { sender, time: messageDate(sentAt, viewpoint) })
      return `${heading}\n${messageText(message, text)}`
    })
    .join('\n\n')
}
