import type { AccountCore } from '#machines/account/account-core.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { Ports } from '#streams/ports.ts'
import { isStorageFailure } from '#streams/storage/storage-error.ts'

/**
 * Appends facts that the server has confirmed. If the storage fails, for example after a sign-out, the next list brings
 * them. Reports any other cause. Never rejects.
 */
export const appendConfirmed = (
  { log, ports }: Pick<AccountCore, 'log'> & { readonly ports: Pick<Ports, 'report'> },
  events: readonly NewEvent[],
): Promise<void> =>
  log.append(events).then(
    () => undefined,
    (cause: unknown) => {
      if (!isStorageFailure(cause))
        ports.report.fault({ kind: 'log.append', detail: 'a confirmed change was not recorded', cause })
    },
  )
