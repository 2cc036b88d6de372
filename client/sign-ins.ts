import type { Outcome } from '#domain/commands/command.ts'
import { done } from '#domain/http/rejection.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { endOtherSignIns, endSignIn, getSignIns, type SignIn } from '#streams/api/sign-ins.ts'
import { type CallResult, dataOrThrow, outcomeOf } from '#streams/http/call-result.ts'
import { createLookupCache, type Lookup } from '#streams/lookups/lookup-cache.ts'

/** The sign-ins of the account on all devices. */
export interface SignIns {
  /** The newest first. Requested whenever it is shown. */
  readonly list: Lookup<readonly SignIn[]>
  /** Signs out one of them; succeeds if it has already ended. */
  end(id: number): Promise<Outcome>
  /** Signs out all but this one. */
  endOthers(): Promise<Outcome>
}

type SignInCore = Pick<AccountCore, 'caller'> & { readonly ports: Pick<AccountCore['ports'], 'clock'> }

/** Creates the operations on sign-ins. */
export function createSignIns({ caller, ports }: SignInCore): SignIns {
  const list = createLookupCache(ports.clock).lookup({
    staleTime: 0,
    load: async (signal) => dataOrThrow(await getSignIns(caller, { signal })),
  })

  async function reloadAfter(ending: Promise<CallResult<unknown>>): Promise<Outcome> {
    const result = await ending
    const hasEnded = result.isOk || result.failure.code === resultCode.notFound
    if (hasEnded) list.reload()
    return hasEnded ? done : outcomeOf(result)
  }

  return {
    list,
    end: (id) => reloadAfter(endSignIn(caller, id)),
    endOthers: () => reloadAfter(endOtherSignIns(caller)),
  }
}
