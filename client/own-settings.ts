import type { Outcome } from '#domain/commands/command.ts'
import { done, rejectedBecause } from '#domain/http/rejection.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import * as api from '#streams/api/account.ts'
import { dataOrThrow, outcomeOf } from '#streams/http/call-result.ts'
import { createLookupCache, type Lookup } from '#streams/lookups/lookup-cache.ts'
import { createWritable, type Readable } from '#streams/readable.ts'

/** The account's password and who must ask before they reach it. */
export interface OwnSettings {
  readonly verification: VerificationStore
  /** Whether the account has a password. Requested each time it is shown [SET-14]. */
  readonly hasPassword: Lookup<boolean>
  /** Proves the account's owner to the server, which decides whether the password is right [SET-12 SET-13]. */
  checkPassword(password: string): Promise<Outcome>
  /** Sets the password, and ends all other sign-ins. The server requires a recent proof unless it is the first one. */
  setPassword(password: string): Promise<Outcome>
}

/** What this person must confirm themselves [SET-15]. */
export interface VerificationStore {
  /** Undefined until the server has sent them. */
  readonly settings: Readable<api.Verification | undefined>
  /** Fetches the settings, which are stale at all times [SET-17]. A failure keeps the known ones. */
  load(): Promise<Outcome>
  /** Applies a change immediately, and reverts it if it is rejected [SET-18]. */
  change(kind: keyof api.Verification, isManual: boolean): Promise<Outcome>
}

type SettingsCore = Pick<AccountCore, 'caller'> & { readonly ports: Pick<AccountCore['ports'], 'clock'> }

/** Creates the operations on the own settings. */
export function createOwnSettings({ caller, ports }: SettingsCore): OwnSettings {
  const hasPassword = createLookupCache(ports.clock).lookup({
    staleTime: 0,
    load: async (signal) => dataOrThrow(await api.hasPassword(caller, { signal })),
  })
  return {
    verification: createVerificationStore(caller),
    hasPassword,
    async checkPassword(password) {
      return outcomeOf(await api.checkPassword(caller, password))
    },
    async setPassword(password) {
      return outcomeOf(await api.setPassword(caller, password))
    },
  }
}

function createVerificationStore(caller: AccountCore['caller']): VerificationStore {
  const settings = createWritable<api.Verification | undefined>(undefined)
  /** The last settings confirmed by the server. */
  let confirmed: api.Verification | undefined
  let last: Promise<unknown> = Promise.resolve()
  let changesUnderWay = 0
  let changeCount = 0

  async function load(): Promise<Outcome> {
    const countBefore = changeCount
    const wasQuiet = changesUnderWay === 0
    const result = await api.getVerification(caller)
    if (!result.isOk) return rejectedBecause(result.failure.rejection)
    // A response requested before or during a change may be older than the change.
    if (!wasQuiet || changeCount !== countBefore) return done
    confirmed = result.data
    settings.set(confirmed)
    return done
  }

  async function save(kind: keyof api.Verification, isManual: boolean): Promise<Outcome> {
    const result = await api.setVerification(caller, kind, isManual)
    changesUnderWay -= 1
    if (result.isOk && confirmed) confirmed = { ...confirmed, [kind]: isManual }
    const shown = settings.get()
    if (changesUnderWay === 0) settings.set(confirmed)
    else if (!result.isOk && confirmed && shown) settings.set({ ...shown, [kind]: confirmed[kind] })
    return outcomeOf(result)
  }

  return {
    settings,
    load,
    change(kind, isManual) {
      const shown = settings.get()
      if (!shown) return load()
      settings.set({ ...shown, [kind]: isManual })
      changesUnderWay += 1
      changeCount += 1
      // Sent one at a time, so that the last change is the last one at the server.
      const saving = last.then(() => save(kind, isManual))
      last = saving
      return saving
    },
  }
}
