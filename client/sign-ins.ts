import type { Outcome } from '#domain/commands/command.ts'
import { done } from '#domain/http/rejection.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { endOtherSignIns, endSignIn, getSignIns, type SignIn } from '#streams/api/sign-ins.ts'
import { dataOrThrow, outcomeOf } from '#streams/http/call-result.ts'
import { createLookupCache, type Lookup } from '#streams/lookups/lookup-cache.ts'

/** The sign-ins of the account on all devices. */
export interface SignIns {
  /** Newest first. Requested each time the list is shown. */
  readonly list: Lookup<readonly SignIn[]>
  /** Ends one sign-in; succeeds if it has already ended. */
  end(id: number): Promise<Outcome>
  /** Ends all sign-ins except the current one. */
  endOthers(): Promise<Outcome>
}

type SignInCore = Pick<AccountCore, 'caller'> & { readonly ports: Pick<AccountCore['ports'], 'clock'> }

/** Creates the operations on sign-ins. */
export function createSignIns({ caller, ports }: SignInCore): SignIns {
  const list = createLookupCache(ports.clock).lookup({
    staleTime: 0,
    load: async (signal) => dataOrThrow(await getSignIns(caller, { signal })),
  })

  return {
    list,
    async end(id) {
      const result = await endSignIn(caller, id)
      const hasEnded = result.isOk || result.failure.code === resultCode.notFound
      if (!hasEnded) return outcomeOf(result)
      list.invalidate()
      return done
    },
    async endOthers() {
      const result = await endOtherSignIns(caller)
      if (result.isOk) list.invalidate()
      return outcomeOf(result)
    },
  }
}
