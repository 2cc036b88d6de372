import type { Outcome } from '#domain/commands/command.ts'
import { failureKey, rejectedBecause } from '#domain/http/rejection.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { LazyPart } from '#streams/once-loaded.ts'

/**
 * Returns a function that turns an operation of a part into one that loads the part first. If it cannot be loaded, a
 * notice says so.
 */
export function onDemandOf<Part>(core: Pick<AccountCore, 'notify'>, load: LazyPart<Part>) {
  return <Parameters extends readonly unknown[], Value>(
    operationOf: (part: Part) => (...parameters: Parameters) => Promise<Outcome<Value>>,
  ) =>
    async (...parameters: Parameters): Promise<Outcome<Value>> => {
      const part = await load().catch(() => undefined)
      if (part) return operationOf(part)(...parameters)
      core.notify({ kind: 'error', key: failureKey.network })
      return rejectedBecause({ key: failureKey.network })
    }
}
