import { fromCallback } from 'xstate'
import type { AccountLog } from '#streams/log/account-log.ts'
import type { VisibilityPort } from '#streams/ports.ts'

/** Sends `outbox.changed` when the outbox in the log has changed. */
export const watchOutbox = fromCallback<{ type: 'outbox.changed' }, { readonly log: AccountLog }>(
  ({ input, sendBack }) => input.log.outbox.subscribe(() => sendBack({ type: 'outbox.changed' })),
)

/** Sends `visibility.changed` when the page is shown, hidden, or goes online or offline. */
export const watchEnvironment = fromCallback<
  { type: 'visibility.changed' },
  { readonly visibility: VisibilityPort }
>(({ input, sendBack }) => input.visibility.subscribe(() => sendBack({ type: 'visibility.changed' })))
