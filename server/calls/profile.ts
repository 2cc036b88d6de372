import { eq } from 'drizzle-orm'
import { resultCode } from '#schemas/result-codes.ts'
import * as calls from '#schemas/wire/calls/profile.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import { getAccount, normalAccount } from '../accounts/accounts.ts'
import { avatarSizeLimit, setAvatar, storePicture } from '../accounts/avatars.ts'
import type { Principal } from '../accounts/sign-in-sessions.ts'
import type { Services } from '../services.ts'
import { account } from '../store/schema/index.ts'
import { say } from '../texts/say.ts'
import { done, guarded } from './handler.ts'
import { CallRefusal, refuseInvalid } from './refusal.ts'

const getUserInfo = guarded(calls.getUserInfo, async ({ services, principal }) => {
  const own = await getAccount(services.database, principal.accountId)
  return done({
    UID: own.id,
    Type: normalAccount,
    TelCode: own.telCode,
    Phone: own.phone,
    NickName: own.nickname,
    HeadImg: own.avatarUrl,
    Gender: own.gender,
    Country: '',
    Sign: own.signature,
    OnLine: 1,
    LastLoginTime: own.lastSeenAt,
    VChatID: own.chatId,
  })
})

const updateNickname = guarded(calls.updateNickname, async ({ fields, services, principal, locale }) => {
  await services.database
    .update(account)
    .set({ nickname: fields.NickName })
    .where(eq(account.id, principal.accountId))
  announceProfile(services, principal)
  return done(null, say(locale, 'nickname-saved'))
})

const updateSignature = guarded(calls.updateSignature, async ({ fields, services, principal, locale }) => {
  await services.database
    .update(account)
    .set({ signature: fields.Sign })
    .where(eq(account.id, principal.accountId))
  announceProfile(services, principal)
  return done(null, say(locale, 'signature-saved'))
})

const uploadAvatar = guarded(calls.uploadAvatar, async ({ fields, file, services, principal, locale }) => {
  await services.limits.take('uploadPerAccount', principal.accountId)
  if (!file) throw refuseInvalid({ field: 'file', kind: 'other', count: 0 })
  if (file.length > avatarSizeLimit) throw new CallRefusal(resultCode.tooLarge, 'too-large')
  const url = await storePicture(services, file)
  if (url === undefined) {
    throw new CallRefusal(resultCode.invalid, 'file-not-image', {
      data: { Key: 'errors.invalid-file', Field: 'file' },
    })
  }
  if (fields.For === 'group') return done({ FileUrl: url })
  await setAvatar(services, principal.accountId, url)
  announceProfile(services, principal)
  return done({ FileUrl: url }, say(locale, 'avatar-saved'))
})

/** Lets the account's other devices fetch profile and settings again. */
function announceProfile({ connections }: Services, { accountId, sessionId }: Principal): void {
  connections.deliver({ accountIds: [accountId], exceptSessionId: sessionId }, { Cmd: 'ProfileChanged' })
}

const getVerifiedFriendSetting = guarded(calls.getVerifiedFriendSetting, async ({ services, principal }) => {
  const own = await getAccount(services.database, principal.accountId)
  return done({
    IsManualVerifiedFriend: writeFlag(own.verifiesFriends),
    IsManualVerifiedGroup: writeFlag(own.verifiesGroups),
  })
})

const updateVerifiedFriendSetting = guarded(
  calls.updateVerifiedFriendSetting,
  async ({ fields, services, principal }) => {
    const mustApprove = fields.IsManualVerified === 1
    await services.database
      .update(account)
      .set(fields.Type === 1 ? { verifiesFriends: mustApprove } : { verifiesGroups: mustApprove })
      .where(eq(account.id, principal.accountId))
    return done(null)
  },
)

const getTypingSetting = guarded(
  calls.getTypingSetting,
  async ({ services, principal }) => {
    const own = await getAccount(services.database, principal.accountId)
    return done({ IsTypingShown: writeFlag(own.showsTyping) })
  },
  { extensions: ['typing'] },
)

const updateTypingSetting = guarded(
  calls.updateTypingSetting,
  async ({ fields, services, principal }) => {
    await services.database
      .update(account)
      .set({ showsTyping: fields.IsTypingShown === 1 })
      .where(eq(account.id, principal.accountId))
    announceProfile(services, principal)
    return done(null)
  },
  { extensions: ['typing'] },
)

export const profileRoutes = [
  getUserInfo,
  updateNickname,
  updateSignature,
  uploadAvatar,
  getVerifiedFriendSetting,
  updateVerifiedFriendSetting,
  getTypingSetting,
  updateTypingSetting,
] as const
