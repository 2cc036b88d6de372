import { userId } from '../ids.ts'
import type { ProfileFacts } from '../log/events.ts'
import type { StoredAccount } from '../storage/account.ts'
import type { CredentialsData } from '../wire/calls/account.ts'
import type { getUserInfo } from '../wire/calls/profile.ts'
import type { DataOf } from '../wire/define-call.ts'

/** The trace rate if the credentials have none [BOOT-29]. */
const defaultTraceRate = 0.01

/**
 * Returns the credentials as this device stores them [AUTH-43]. AccessToken takes precedence over Token (DEC-54).
 * Undefined if the response contains no token.
 */
export function toStoredAccount(wire: CredentialsData): StoredAccount | undefined {
  const token = wire.AccessToken || wire.Token
  if (!token) return undefined
  return {
    userId: userId(wire.UID),
    nickname: wire.NickName ?? '',
    avatarUrl: wire.HeadImg ?? '',
    token,
    traceRate: wire.TraceRate ?? defaultTraceRate,
    ...(wire.RefreshToken ? { refreshToken: wire.RefreshToken } : {}),
  }
}

/** [USER-05] */
export const toProfileFacts = (wire: DataOf<typeof getUserInfo>): ProfileFacts => ({
  userId: userId(wire.UID),
  type: wire.Type ?? 1,
  nickname: wire.NickName ?? '',
  avatarUrl: wire.HeadImg ?? '',
  phone: wire.Phone ?? '',
  telCode: wire.TelCode ?? '',
  signature: wire.Sign ?? '',
  chatId: wire.VChatID ?? '',
})
