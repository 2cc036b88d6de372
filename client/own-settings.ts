import type { Outcome } from '#domain/commands/command.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import * as api from '#streams/api/account.ts'
import {
  type AccountSettings,
  createAccountSettings,
  settingsIn,
} from '#streams/cross-tab/account-settings.ts'
import { dataOrThrow, outcomeOf } from '#streams/http/call-result.ts'
import { createLookupCache, type Lookup } from '#streams/lookups/lookup-cache.ts'
import type { TabsCore } from './account-lookups.ts'

/** The account's password and who must ask before they reach it. */
export interface OwnSettings {
  readonly verification: VerificationSettings
  /** Whether the account has a password. Requested each time it is shown [SET-14]. */
  readonly hasPassword: Lookup<boolean>
  /** Proves the account's owner to the server, which decides whether the password is right [SET-12 SET-13]. */
  checkPassword(password: string): Promise<Outcome>
  /** Sets the password, and ends all other sign-ins. The server requires a recent proof unless it is the first one. */
  setPassword(password: string): Promise<Outcome>
}

/** What this person must confirm themselves [SET-15]. They are stale at all times [SET-17]. */
export interface VerificationSettings extends Pick<AccountSettings<api.Verification>, 'settings' | 'load'> {
  /** Applies a change immediately, and reverts it if it is rejected [SET-18]. */
  change(kind: keyof api.Verification, isManual: boolean): Promise<Outcome>
}

type SettingsCore = Pick<AccountCore, 'caller'> &
  TabsCore & { readonly ports: Pick<AccountCore['ports'], 'clock'> }

/** Creates the operations on the own settings. The tabs of the account share them until the log closes. */
export function createOwnSettings(core: SettingsCore): OwnSettings {
  const { caller, log, ports } = core
  const { settings, load, change, close } = createVerification(core)
  log.appended$.subscribe({ complete: close })
  const hasPassword = createLookupCache(ports.clock).lookup({
    staleTime: 0,
    load: async (signal) => dataOrThrow(await api.hasPassword(caller, { signal })),
  })
  return {
    verification: { settings, load, change: (kind, isManual) => change({ [kind]: isManual }) },
    hasPassword,
    async checkPassword(password) {
      return outcomeOf(await api.checkPassword(caller, password))
    },
    async setPassword(password) {
      return outcomeOf(await api.setPassword(caller, password))
    },
  }
}

const createVerification = ({ caller, tabs, userId: account }: SettingsCore) =>
  createAccountSettings<api.Verification>({
    load: () => api.getVerification(caller),
    // Each change is of one setting, and the server takes one at a time.
    save: (changes, next) => {
      const kind = 'friend' in changes ? 'friend' : 'group'
      return api.setVerification(caller, kind, next[kind])
    },
    publish: (settings) => tabs.post({ type: 'verification-settings', account, settings }),
    received$: settingsIn(tabs, (message) =>
      message.type === 'verification-settings' && message.account === account ? message.settings : undefined,
    ),
  })
