import { canManage } from '#domain/group/roles.ts'
import { resultCode } from '#schemas/result-codes.ts'
import * as calls from '#schemas/wire/calls/codes.ts'
import type { Account } from '../accounts/accounts.ts'
import { applyToBeFriends, recordFound } from '../contacts/applications.ts'
import { codeUrl, findByGroupCode, findByPersonalCode, groupCode, ownCodes } from '../contacts/share-codes.ts'
import { memberIdsOf, requireMembership } from '../conversations/membership.ts'
import { toWireGroup } from '../groups/group-facts.ts'
import { notManager } from '../groups/membership-changes.ts'
import type { Services } from '../services.ts'
import { type Locale, say } from '../texts/say.ts'
import { appliedTexts, describePerson } from './contacts.ts'
import { done, guarded, respondWith } from './handler.ts'
import { CallRefusal } from './refusal.ts'

const renewedText = (isRenewed: boolean, locale: Locale) => (isRenewed ? say(locale, 'code-renewed') : '')

const getUserQrCode = guarded(
  calls.getUserQrCode,
  async ({ fields, services, principal: { accountId }, peer, locale }) => {
    const isRenewed = fields.Renew === 1
    if (isRenewed) await services.limits.take('applicationPerAccount', accountId)
    const { user, registration } = await ownCodes(services, accountId, isRenewed)
    const urls = {
      QRCode: codeUrl(peer, 'user', user),
      RegisterCode: codeUrl(peer, 'registration', registration),
    }
    return done(urls, renewedText(isRenewed, locale))
  },
)

// Every member hands the code on; only managers end it.
const getGroupQrCode = guarded(
  calls.getGroupQrCode,
  async ({ fields, services, principal: { accountId }, peer, locale }) => {
    const { role } = await requireMembership(services.database, 'group', fields.GroupId, accountId)
    const isRenewed = fields.Renew === 1
    if (isRenewed && !canManage(role)) throw notManager()
    if (isRenewed) await services.limits.take('applicationPerAccount', accountId)
    const code = await groupCode(services, fields.GroupId, isRenewed)
    return done({ GroupQRCode: codeUrl(peer, 'group', code) }, renewedText(isRenewed, locale))
  },
)

/** The same response for unknown, foreign, damaged and renewed codes (DEC-200). */
const unknownCode = (locale: Locale) => respondWith(resultCode.unavailable, say(locale, 'code-not-found'))

const getUserInfoByQrCode = guarded(
  calls.getUserInfoByQrCode,
  async ({ fields, services, principal: { accountId }, locale }) => {
    await services.limits.take('searchPerAccount', accountId)
    const found = await findByPersonalCode(services, 'user', fields.QRCode)
    if (!found) return unknownCode(locale)
    await recordFound(services, accountId, found.id)
    return done(await describePerson(services, accountId, found))
  },
)

// A code comes from a member. Its holder may see what an invitation shows, also of a private group.
const getGroupInfoByQrCode = guarded(
  calls.getGroupInfoByQrCode,
  async ({ fields, services, principal: { accountId }, locale }) => {
    await services.limits.take('searchPerAccount', accountId)
    const group = await findByGroupCode(services, fields.GroupQRCode)
    if (!group) return unknownCode(locale)
    const members = await memberIdsOf(services.database, group.conversationId)
    const described = toWireGroup(services, group, members.length)
    return done({ GroupData: members.includes(accountId) ? described : { ...described, Info: '' } })
  },
)

const getRegisterCodeData = guarded(
  calls.getRegisterCodeData,
  async ({ fields, services, principal, locale }) => {
    await services.limits.take('searchPerAccount', principal.accountId)
    const inviter = await findByPersonalCode(services, 'registration', fields.Data)
    return inviter ? done(inviter.nickname) : unknownCode(locale)
  },
)

const applyFriendQrCode = guarded(
  calls.applyFriendQrCode,
  async ({ fields, services, principal: { accountId }, locale }) => {
    const receiver = await requireOwner(services, accountId, 'user', fields.QRCode)
    await recordFound(services, accountId, receiver.id)
    const kind = await applyToBeFriends(services, {
      senderId: accountId,
      receiverId: receiver.id,
      remark: fields.Remark,
      source: fields.Source,
    })
    return done(null, say(locale, appliedTexts[kind]))
  },
)

const applyFriendByRegisterCode = guarded(
  calls.applyFriendByRegisterCode,
  async ({ fields, services, principal: { accountId }, locale }) => {
    const inviter = await requireOwner(services, accountId, 'registration', fields.RegisterCode)
    const kind = await applyToBeFriends(services, {
      ...{ senderId: accountId, receiverId: inviter.id },
      ...{ remark: '', source: fields.Source, isInvited: true },
    })
    return done(null, say(locale, appliedTexts[kind]))
  },
)

/** Returns the person of a code. Rejects an unknown code and the caller's own. */
async function requireOwner(
  services: Services,
  accountId: number,
  kind: 'user' | 'registration',
  code: string,
): Promise<Account> {
  await services.limits.take('applicationPerAccount', accountId)
  const owner = await findByPersonalCode(services, kind, code)
  if (!owner) throw new CallRefusal(resultCode.notFound, 'code-not-found')
  const field = kind === 'user' ? 'QRCode' : 'RegisterCode'
  if (owner.id === accountId) throw CallRefusal.wrongValue(field, 'friend-self')
  return owner
}

export const codeRoutes = [
  getUserQrCode,
  getGroupQrCode,
  getUserInfoByQrCode,
  getGroupInfoByQrCode,
  getRegisterCodeData,
  applyFriendQrCode,
  applyFriendByRegisterCode,
] as const
