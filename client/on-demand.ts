import type { Outcome } from '#domain/commands/command.ts'
import { failureKey, rejectedBecause } from '#domain/http/rejection.ts'
import type { AccountCore } from '#machines/account/account-core.ts'

/**
 * Loads a part of the client whose code few screens need. The first call loads it, later ones give the same value.
 * Rejects if it cannot be loaded; the next call tries again.
 */
export interface LazyPart<Value> {
  (): Promise<Value>
  /** The value; undefined until it is loaded. */
  readonly loaded?: Value | undefined
}

/** Returns a function that loads on the first call and then gives the same value. A failed load is tried again. */
export function onceLoaded<Value>(load: () => Promise<Value>): LazyPart<Value> {
  let loading: Promise<Value> | undefined
  const part: { (): Promise<Value>; loaded?: Value } = () => {
    loading ??= load().then(
      (value) => {
        part.loaded = value
        return value
      },
      (cause: unknown) => {
        loading = undefined
        throw cause
      },
    )
    return loading
  }
  return part
}

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
