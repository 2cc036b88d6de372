import { useRef, useState } from 'react'
import type { Outcome } from '#domain/commands/command.ts'
import {
  type ForwardItem,
  type ForwardOperation,
  type ForwardReport,
  targetKey,
} from '#domain/forward/forward-delivery.ts'
import {
  type ForwardSelection,
  noTargets,
  recipientsOf,
  selectInList,
  selectOnly,
  targetLimit,
  toggleAll,
} from '#domain/forward/forward-selection.ts'
import type { ForwardChoice } from '#domain/forward/forward-target.ts'
import { failureKey, rejectedBecause } from '#domain/http/rejection.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'

/** A target that missed some items. */
export interface FailedTarget {
  readonly key: string
  readonly name: string
  readonly reason: string
}

/** The content of the alert after a partial failure. */
export interface ForwardFailure {
  readonly targets: readonly FailedTarget[]
  readonly lostCount: number
}

export interface Forwarding {
  readonly isSending: boolean
  readonly failure: ForwardFailure | undefined
  send(): void
  closeFailure(): void
}

/**
 * Forwards items to the selected targets. Retries belong to the same forward, so that no target receives an item twice
 * (DEC-185). After a partial failure only the targets with missing items stay selected, and a retry sends only those
 * items (DEC-67) [FWD-12 FWD-13].
 */
export const useForwarding = (
  items: readonly ForwardItem[],
  { selection, keepOnly }: Choosing,
  onDone: () => void,
): Forwarding => {
  const text = useText()
  const account = useAccount()
  const operation = useRef<ForwardOperation>(undefined)
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const [missed, setMissed] = useState<ReadonlyMap<string, readonly ForwardItem[]>>(new Map())
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<ForwardFailure>()

  const finish = (report: ForwardReport) => {
    if (report.undelivered.length === 0 && report.lostCount === 0) {
      toasts.show({ kind: 'success', text: text('conversation.forward.forward-success') })
      return onDone()
    }
    const failed = new Map(report.undelivered.map(({ target, ...rest }) => [targetKey(target), rest]))
    const reasons = new Map([...failed].map(([key, { reason }]) => [key, rejectionText(reason)]))
    setMissed(new Map([...missed, ...[...failed].map(([key, { items: rest }]) => [key, rest] as const)]))
    setFailure({ targets: namesOf(selection, reasons), lostCount: report.lostCount })
    keepOnly(new Set(failed.keys()))
  }

  /** Rejects if the code of forwarding cannot be loaded. */
  const forward: ForwardOperation = async (deliveries) => {
    operation.current ??= (await account.loadForwarding())()
    return operation.current(deliveries)
  }

  const send = async () => {
    setSending(true)
    const deliveries = recipientsOf(selection).map((target) => ({
      target,
      items: missed.get(target.key) ?? items,
    }))
    const outcome = await forward(deliveries).catch(() => rejectedBecause({ key: failureKey.network }))
    setSending(false)
    if (outcome.isOk) finish(outcome.value)
    else toasts.show({ kind: 'error', text: rejectionText(outcome.rejection) })
  }

  return {
    isSending,
    failure,
    send: () => void send(),
    closeFailure() {
      setFailure(undefined)
      if (selection.size === 0) onDone()
    },
  }
}

const namesOf = (
  selection: ForwardSelection,
  reasons: ReadonlyMap<string, string>,
): readonly FailedTarget[] =>
  recipientsOf(selection).flatMap(({ key, name }) => {
    const reason = reasons.get(key)
    return reason === undefined ? [] : [{ key, name, reason }]
  })

export interface Choosing {
  readonly selection: ForwardSelection
  /** Sets which of these targets are selected. */
  choose(targets: readonly ForwardChoice[], keys: ReadonlySet<string>): void
  toggleAll(targets: readonly ForwardChoice[]): void
  keepOnly(keys: ReadonlySet<string>): void
}

/** The selected targets of a forward. Exceeding the server's limit shows a warning [FWD-04 FWD-06 FWD-07]. */
export const useChoosing = (items: number): Choosing => {
  const { lookups } = useAccount()
  const settings = useReadable(lookups.settings)
  const limit = targetLimit(settings.status === 'ready' ? settings.value : undefined, items)
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const [selection, setSelection] = useState(noTargets)
  const warn = (outcome: Outcome<unknown>) => {
    if (!outcome.isOk) toasts.show({ kind: 'warning', text: rejectionText(outcome.rejection) })
  }
  return {
    selection,
    choose(targets, keys) {
      const changed = selectInList(selection, targets, keys, limit)
      setSelection(changed.selection)
      warn(changed.outcome)
    },
    toggleAll(targets) {
      const changed = toggleAll(selection, targets, limit)
      setSelection(changed.selection)
      warn(changed.outcome)
    },
    keepOnly: (keys) => setSelection((current) => selectOnly(current, keys)),
  }
}
