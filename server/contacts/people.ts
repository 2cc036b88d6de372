import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { WirePerson } from '#schemas/wire/calls/contacts.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import { type Account, deletedTelCode, getAccount } from '../accounts/accounts.ts'
import type { Services } from '../services.ts'
import { account } from '../store/schema/index.ts'
import { areFriends } from './friendships.ts'

/** The person whose phone, chat id or number is exactly `keyword`; undefined when there is none [FRIEND-57]. */
export async function findPerson(
  services: Services,
  callerId: number,
  keyword: string,
): Promise<WirePerson | undefined> {
  const found = await findByKeyword(services, callerId, keyword)
  if (!found) return undefined
  const isFriend = await areFriends(services.database, callerId, found.id)
  return {
    UID: found.id,
    NickName: found.nickname,
    HeadImg: found.avatarUrl,
    VChatID: found.chatId,
    Gender: found.gender,
    Sign: found.signature,
    LastLoginTime: isFriend ? found.lastSeenAt : null,
    IsFriend: writeFlag(isFriend),
    IsBlackByFriend: 0,
  }
}

async function findByKeyword(
  services: Services,
  callerId: number,
  keyword: string,
): Promise<Account | undefined> {
  const digits = /^\+?([\d\s()-]+)$/.exec(keyword)?.[1]?.replace(/\D/g, '')
  if (digits) return findByDigits(services, callerId, digits)
  if (!/^[\w-]+$/.test(keyword)) return undefined
  const [row] = await services.database
    .select()
    .from(account)
    .where(eq(account.chatId, keyword.toLowerCase()))
  return row
}

// The same digits may be several phones: the caller's own country comes first, then a whole number, then an id.
async function findByDigits(
  services: Services,
  callerId: number,
  digits: string,
): Promise<Account | undefined> {
  const { telCode } = await getAccount(services.database, callerId)
  const isPhone = eq(account.phone, digits)
  const isWholePhone = eq(sql`${account.telCode} || ${account.phone}`, digits)
  const isId: SQL | undefined = digits.length <= 15 ? eq(account.id, Number(digits)) : undefined
  const rank = sql`case when ${and(isPhone, eq(account.telCode, telCode))} then 0
    when ${isWholePhone} then 1 when ${isPhone} then 2 else 3 end`
  const [row] = await services.database
    .select()
    .from(account)
    .where(and(ne(account.telCode, deletedTelCode), or(isPhone, isWholePhone, isId)))
    .orderBy(rank, account.id)
    .limit(1)
  return row
}
