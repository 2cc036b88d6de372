import { and, eq, ne, sql } from 'drizzle-orm'
import { type Account, deletedTelCode } from '../accounts/accounts.ts'
import { createShareCode } from '../accounts/secrets.ts'
import type { Group } from '../groups/group-facts.ts'
import { originOf, type Peer } from '../ports.ts'
import type { Services } from '../services.ts'
import { account, chatGroup } from '../store/schema/index.ts'

/**
 * The pages of the app that a code's URL leads to [FRIEND-12 QR-12 QR-16]. A code is random and stored, so that it tells
 * nothing about its owner and ends when it is renewed (DEC-200).
 */
const pages = {
  user: 'contact/friend-request',
  group: 'contact/join-group',
  registration: 'contact/invitation',
} as const
type CodeKind = keyof typeof pages

/** Returns the URL of a code at the address by which the caller reaches the server (DEC-78). */
export const codeUrl = (peer: Peer, kind: CodeKind, code: string): string =>
  `${originOf(peer)}/${pages[kind]}?code=${code}`

/** The code in a text: the text itself, or the end of a URL. Undefined for any other text. */
const codeIn = (text: string): string | undefined => /(?:^|=)([a-z2-7]{24})$/.exec(text)?.[1]

interface OwnCodes {
  readonly user: string
  readonly registration: string
}

/** Returns the codes of a person and creates them first if needed. `isRenewed` replaces both. */
export async function ownCodes(
  { database, random }: Services,
  accountId: number,
  isRenewed: boolean,
): Promise<OwnCodes> {
  const [user, registration] = [createShareCode(random), createShareCode(random)]
  const created = isRenewed
    ? { qrCode: user, registerCode: registration }
    : {
        qrCode: sql`coalesce(${account.qrCode}, ${user})`,
        registerCode: sql`coalesce(${account.registerCode}, ${registration})`,
      }
  const [stored] = await database
    .update(account)
    .set(created)
    .where(eq(account.id, accountId))
    .returning({ qrCode: account.qrCode, registerCode: account.registerCode })
  if (!stored?.qrCode || !stored.registerCode) throw new Error('An account has no code after it was created')
  return { user: stored.qrCode, registration: stored.registerCode }
}

/** Returns the code of a group and creates it first if needed. `isRenewed` replaces it. */
export async function groupCode(
  { database, random }: Services,
  groupId: number,
  isRenewed: boolean,
): Promise<string> {
  const code = createShareCode(random)
  const [stored] = await database
    .update(chatGroup)
    .set({ qrCode: isRenewed ? code : sql`coalesce(${chatGroup.qrCode}, ${code})` })
    .where(eq(chatGroup.conversationId, groupId))
    .returning({ qrCode: chatGroup.qrCode })
  if (!stored?.qrCode) throw new Error('A group has no code after it was created')
  return stored.qrCode
}

/** Finds the person of a user code or an invitation; undefined if there is none (any more). */
export async function findByPersonalCode(
  { database }: Services,
  kind: 'user' | 'registration',
  text: string,
): Promise<Account | undefined> {
  const code = codeIn(text)
  if (code === undefined) return undefined
  const isCode = eq(kind === 'user' ? account.qrCode : account.registerCode, code)
  const [row] = await database
    .select()
    .from(account)
    .where(and(isCode, ne(account.telCode, deletedTelCode)))
  return row
}

/** Finds the group of a group code; undefined if there is none (any more). */
export async function findByGroupCode({ database }: Services, text: string): Promise<Group | undefined> {
  const code = codeIn(text)
  if (code === undefined) return undefined
  const [row] = await database.select().from(chatGroup).where(eq(chatGroup.qrCode, code))
  return row
}
