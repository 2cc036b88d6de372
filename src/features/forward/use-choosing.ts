import { useState } from 'react'
import type { Outcome } from '#domain/commands/command.ts'
import {
  type ForwardSelection,
  keepOnly,
  noTargets,
  targetLimit,
  toggleAll,
  toggleTarget,
} from '#domain/forward/forward-selection.ts'
import type { ForwardTarget } from '#domain/forward/forward-target.ts'
import { useClient } from '#src/app/client-context.tsx'
import { useRefusalText } from '#src/app/refusal-text.ts'
import { useReadable } from '#src/app/use-readable.ts'
import { useToasts } from '#src/ui/toast.tsx'

export interface Choosing {
  readonly selection: ForwardSelection
  toggle(target: ForwardTarget): void
  toggleAll(targets: readonly ForwardTarget[]): void
  keepOnly(keys: ReadonlySet<string>): void
}

/** Whom a forward goes to; going past the server's limit warns [FWD-04 FWD-06 FWD-07]. */
export const useChoosing = (): Choosing => {
  const { lookups } = useClient()
  const settings = useReadable(lookups.settings)
  const limit = targetLimit(settings.status === 'ready' ? settings.value.mostForwardTargets : undefined)
  const toasts = useToasts()
  const refusalText = useRefusalText()
  const [selection, setSelection] = useState(noTargets)
  const warn = (outcome: Outcome<unknown>) => {
    if (!outcome.isOk) toasts.show({ kind: 'warning', text: refusalText(outcome.refusal) })
  }
  return {
    selection,
    toggle(target) {
      const outcome = toggleTarget(selection, target, limit)
      if (outcome.isOk) setSelection(outcome.value)
      warn(outcome)
    },
    toggleAll(targets) {
      const changed = toggleAll(selection, targets, limit)
      setSelection(changed.selection)
      warn(changed.outcome)
    },
    keepOnly: (keys) => setSelection((current) => keepOnly(current, keys)),
  }
}
