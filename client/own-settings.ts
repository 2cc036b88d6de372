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

/** The account's password, and its settings of who needs this user's consent. */
export interface OwnSettings {
  readonly verification: VerificationSettings
  /** Whether the account has a password. Requested each time it is shown [SET-14]. */
  readonly hasPassword: Lookup<boolean>
  /** Sends the current password, which proves to the server that the owner is present [SET-12 SET-13]. */
  checkPassword(password: string): Promise<Outcome>
  /**
   * Sets the password, and ends all other sign-ins. The server requires a recent `checkPassword`, except for the
   * account's first password.
   */
  setPassword(password: string): Promise<Outcome>
}

/**
 * The settings of whether friend requests and additions to groups need this user's consent [SET-15]. Call `load` each
 * time they are shown, because known values count as stale [SET-17].
 */
export interface VerificationSettings extends Pick<AccountSettings<api.Verification>, 'settings' | 'load'> {
  /**
   * Applies a change immediately, and reverts it if it is rejected [SET-18].
   * @param isManual whether consent is needed
   */
  change(kind: keyof api.Verification, isManual: boolean): Promise<Outcome>
}

type SettingsCore = Pick<AccountCore, 'caller'> &
  TabsCore & { readonly ports: Pick<AccountCore['ports'], 'clock'> }

/** Creates the operations on the own settings. Tabs share the verification settings until the log closes. */
export function createOwnSettings(core: SettingsCore): OwnSettings {
  const { caller, ports } = core
  const { settings, load, change } = createVerification(core)
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

const createVerification = ({ caller, log, tabs, userId: account }: SettingsCore) =>
  createAccountSettings<api.Verification>({
    log,
    load: () => api.getVerification(caller),
    // The call sends one setting, and `VerificationSettings.change` changes only one.
    save: (changes, next) => {
      const kind = 'friend' in changes ? 'friend' : 'group'
      return api.setVerification(caller, kind, next[kind])
    },
    publish: (settings) => tabs.post({ type: 'verification-settings', account, settings }),
    received$: settingsIn(tabs, (message) =>
      message.type === 'verification-settings' && message.account === account ? message.settings : undefined,
    ),
  })
