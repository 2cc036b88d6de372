import type { Outcome } from '#domain/commands/command.ts'
import { done } from '#domain/http/rejection.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ProfileFacts } from '#schemas/log/events.ts'
import { changeNickname, changeSignature, uploadAvatar } from '#streams/api/account.ts'
import { outcomeOf } from '#streams/http/call-result.ts'
import { fetchProfile } from '#streams/inbound/fetch-contacts.ts'
import type { Readable } from '#streams/readable.ts'
import type { UploadFile } from '#streams/upload-file.ts'
import { appendConfirmed } from './append-confirmed.ts'

/** The account's own profile. */
export interface Profile {
  /** Undefined until it is known from storage or the server. */
  readonly profile: Readable<ProfileFacts | undefined>
  rename(nickname: string): Promise<Outcome>
  /** Saves the signature, trimmed; an empty one removes it [ME-12 ME-18]. */
  changeSignature(signature: string): Promise<Outcome>
  changeAvatar(file: UploadFile): Promise<Outcome>
}

/** Creates the operations on the own profile. Each appends the change after the server has confirmed it. Loaded on use. */
export function createProfile(core: AccountCore): Omit<Profile, 'profile'> {
  const { caller, log, serverTime } = core
  const refreshProfile = (): Promise<void> =>
    fetchProfile({ caller, log, serverTime, signal: new AbortController().signal }).catch(() => {})

  async function applyChange(change: Partial<ProfileFacts>): Promise<void> {
    const known = log.profile.get()
    // A profile request in flight may return the state before the change, so fetch it again.
    if (!known) return refreshProfile()
    const updated: NewEvent = {
      stream: 'account',
      type: 'ProfileUpdated',
      data: { facts: { ...known, ...change } },
      occurredAt: serverTime.now(),
      origin: 'local',
    }
    await appendConfirmed(core, [updated])
  }

  return {
    async rename(nickname) {
      const result = await changeNickname(caller, nickname)
      if (result.isOk) await applyChange({ nickname: nickname.trim() })
      return outcomeOf(result)
    },
    async changeSignature(typed) {
      const signature = typed.trim()
      const result = await changeSignature(caller, signature)
      if (result.isOk) await applyChange({ signature })
      return outcomeOf(result)
    },
    async changeAvatar(file) {
      const result = await uploadAvatar(caller, file)
      if (!result.isOk) return outcomeOf(result)
      if (result.data) await applyChange({ avatarUrl: result.data })
      else await refreshProfile()
      return done
    },
  }
}
