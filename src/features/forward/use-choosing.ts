import { useState } from 'react'
import type { Outcome } from '#domain/commands/command.ts'
import {
  type ForwardSelection,
  noTargets,
  selectInList,
  selectOnly,
  targetLimit,
  toggleAll,
} from '#domain/forward/forward-selection.ts'
import type { ForwardChoice } from '#domain/forward/forward-tag.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'

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
