import { fromCallback } from 'xstate'
import type { AccountLog } from '#streams/log/account-log.ts'
import type { VisibilityPort } from '#streams/ports.ts'

/** Says `outbox.changed` whenever what waits in the log has changed. */
export const watchOutbox = fromCallback<{ type: 'outbox.changed' }, { readonly log: AccountLog }>(
  ({ input, sendBack }) => input.log.outbox.subscribe(() => sendBack({ type: 'outbox.changed' })),
)

/** Says `environment.changed` whenever the page is shown, hidden, or goes on- or offline. */
export const watchEnvironment = fromCallback<
  { type: 'visibility.changed' },
  { readonly visibility: VisibilityPort }
>(({ input, sendBack }) => input.visibility.subscribe(() => sendBack({ type: 'visibility.changed' })))
