import { and, eq } from 'drizzle-orm'
import { readMediaAddress } from '#domain/media/media-address.ts'
import { resultCode } from '#schemas/result-codes.ts'
import * as calls from '#schemas/wire/calls/reports.ts'
import { areFriends } from '../contacts/friendships.ts'
import { findMembership } from '../conversations/membership.ts'
import { findMessageFile, readBytes } from '../files/message-files.ts'
import type { Services } from '../services.ts'
import { conversationMember, report } from '../store/schema/index.ts'
import { type Locale, say } from '../texts/say.ts'
import type { TextKey } from '../texts/text-keys.ts'
import { done, guarded } from './handler.ts'
import { CallRefusal, refuseInvalid } from './refusal.ts'

const toWireReasons = (reasons: readonly ReportReason[], locale: Locale) =>
  reasons.map(({ id, textKey }) => ({ ID: id, Reason: say(locale, textKey) }))

const getUserReasonList = guarded(calls.getUserReasonList, async ({ locale }) =>
  done(toWireReasons(reportReasons.person, locale)),
)

const getGroupReasonList = guarded(calls.getGroupReasonList, async ({ locale }) =>
  done(toWireReasons(reportReasons.group, locale)),
)

const addReport = guarded(calls.addReport, async ({ fields, services, principal }) => {
  const isGroup = fields.Type === '2'
  const id = isGroup ? fields.GroupID : fields.UserID
  if (id === undefined)
    throw refuseInvalid({ field: isGroup ? 'GroupID' : 'UserID', kind: 'other', count: 0 })
  await storeReport(services, {
    reporterId: principal.accountId,
    target: { kind: isGroup ? 'group' : 'person', id },
    reasonId: fields.ReasonID,
    description: fields.Describe,
    image: fields.Image ?? '',
  })
  return done(null)
})

export const reportRoutes = [getUserReasonList, getGroupReasonList, addReport] as const

interface NewReport {
  readonly reporterId: number
  readonly target: { readonly kind: 'person' | 'group'; readonly id: number }
  readonly reasonId: number
  readonly description: string
  /** The address of an uploaded picture; empty for none. */
  readonly image: string
}

/**
 * Stores a report for the operator of the service [REPORT-13]. Only people with a shared conversation or friendship,
 * and own groups, can be reported. For anyone else the response is as if they did not exist.
 */
async function storeReport(services: Services, given: NewReport): Promise<void> {
  const { reporterId, target, reasonId, description } = given
  await services.limits.take('reportPerAccount', reporterId)
  const isReason = reportReasons[target.kind].some(({ id }) => id === reasonId)
  if (!isReason) throw CallRefusal.wrongValue('ReasonID', 'invalid')
  if (!(await isWithin(services, reporterId, target))) throw new CallRefusal(resultCode.notFound, 'not-found')
  const imageKey = given.image === '' ? '' : await keepImage(services, reporterId, given.image)
  await services.database.insert(report).values({
    reporterId,
    accountId: target.kind === 'person' ? target.id : null,
    groupId: target.kind === 'group' ? target.id : null,
    reasonId,
    description,
    imageKey,
    createdAt: services.clock.now(),
  })
}

async function isWithin(
  { database }: Services,
  reporterId: number,
  { kind, id }: NewReport['target'],
): Promise<boolean> {
  if (kind === 'group') return (await findMembership(database, id, reporterId))?.kind === 'group'
  const [talk] = await database
    .select({ id: conversationMember.conversationId })
    .from(conversationMember)
    .where(and(eq(conversationMember.accountId, reporterId), eq(conversationMember.peerId, id)))
  return talk !== undefined || (await areFriends(database, reporterId, id))
}

// Copied, because an upload that no message uses is removed after a while.
async function keepImage(services: Services, reporterId: number, image: string): Promise<string> {
  const name = readMediaAddress(image)?.name
  const file = name === undefined ? undefined : await findMessageFile(services, name, [reporterId])
  if (!file) throw CallRefusal.wrongValue('Image', 'file-unknown')
  if (file.kind !== 'image') throw CallRefusal.wrongValue('Image', 'file-not-image')
  const bytes = await readBytes(services, file)
  if (!bytes) throw CallRefusal.wrongValue('Image', 'file-unknown')
  const key = `reports/${file.name}`
  await services.files.put(key, bytes)
  return key
}

interface ReportReason {
  readonly id: number
  readonly textKey: TextKey
}

const spam = { id: 1, textKey: 'report-spam' } as const
const fraud = { id: 2, textKey: 'report-fraud' } as const
const sexual = { id: 3, textKey: 'report-sexual' } as const
const violence = { id: 4, textKey: 'report-violence' } as const
const illegal = { id: 5, textKey: 'report-illegal' } as const
const harassment = { id: 6, textKey: 'report-harassment' } as const
const impersonation = { id: 7, textKey: 'report-impersonation' } as const
const other = { id: 99, textKey: 'report-other' } as const

/** The reasons to report a person, and those to report a group; the last one covers everything else [REPORT-09]. */
const reportReasons: Readonly<Record<'person' | 'group', readonly ReportReason[]>> = {
  person: [spam, fraud, harassment, impersonation, sexual, violence, illegal, other],
  group: [spam, fraud, sexual, violence, illegal, other],
}
