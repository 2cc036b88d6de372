import { resultCode } from '#schemas/result-codes.ts'
import { forwardMessages as definition } from '#schemas/wire/calls/forwarding.ts'
import type { ParsedRequestOf, WireDataOf } from '#schemas/wire/define-call.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import { findCollections } from '../collections/collections.ts'
import { checkForwardSize, failureOf, forwardTo } from '../forwarding/forward.ts'
import {
  type ForwardPlan,
  type ForwardTarget,
  findFile,
  findMessages,
  missingSource,
  type NamedSource,
  planCopies,
} from '../forwarding/forward-copies.ts'
import type { Services } from '../services.ts'
import type { Locale } from '../texts/say.ts'
import { guarded } from './handler.ts'
import { refuseInvalid } from './refusal.ts'

type Fields = ParsedRequestOf<typeof definition>
type WireResult = NonNullable<WireDataOf<typeof definition>>[number]

/** A source and the name that its result has in the response. */
interface RequestedSource extends NamedSource {
  readonly named: Pick<WireResult, 'ChatID' | 'ChatSessionID' | 'GroupID' | 'CollectID'>
}

/** The failures of each target, one for each source. */
type FailuresByTarget = ReadonlyMap<ForwardTarget, readonly (string | undefined)[]>

const forwardMessages = guarded(definition, async ({ fields, services, principal, locale }) => {
  const targets = readTargets(fields)
  checkCounts(fields, targets.length)
  const { accountId } = principal
  const sources = await readSources(services, accountId, fields)
  const plan = await planCopies(services, { accountId, requestId: fields.RequestID, targets, sources })
  // All or none, so that the rate limit cannot interrupt a request.
  await services.limits.take('messagePerAccount', accountId, countUnsent(plan))
  const failuresByTarget = new Map<ForwardTarget, readonly (string | undefined)[]>()
  for (const [target, copies] of plan)
    failuresByTarget.set(target, await forwardTo(services, { accountId, locale }, target, copies))
  const hasFailed = [...failuresByTarget.values()].some((failures) =>
    failures.some((failure) => failure !== undefined),
  )
  const data = sources.map((one, index) => toWireResult(one, index, failuresByTarget, locale))
  return { code: hasFailed ? resultCode.unavailable : resultCode.ok, text: '', data }
})

/** Counts the copies that must still be made. */
const countUnsent = (plan: ForwardPlan): number =>
  [...plan.values()].flat().filter(({ source, isStored }) => source.isOk && !isStored).length

/** Returns each target once, people first. */
const readTargets = ({ UserIDs = [], GroupIDs = [] }: Fields): readonly ForwardTarget[] => [
  ...[...new Set(UserIDs)].map((id) => ({ kind: 'direct', id }) as const),
  ...[...new Set(GroupIDs)].map((id) => ({ kind: 'group', id }) as const),
]

/** Rejects a request without content or targets, or with too many of either [FWD-06 FWD-08]. */
function checkCounts(fields: Fields, targetCount: number): void {
  const { Messages = [], Urls = [], CollectIDs = [] } = fields
  const count = Messages.length + Urls.length + CollectIDs.length
  if (count === 0) throw refuseInvalid({ field: 'Messages', kind: 'other', count: 0 })
  if (targetCount === 0) throw refuseInvalid({ field: 'UserIDs', kind: 'other', count: 0 })
  checkForwardSize(count, targetCount)
}

async function readSources(
  services: Services,
  accountId: number,
  { Messages = [], Urls = [], CollectIDs = [] }: Fields,
): Promise<readonly RequestedSource[]> {
  const messages = Messages.map(({ GroupID, ChatSessionID, ChatID }) => ({
    kind: GroupID === undefined ? ('direct' as const) : ('group' as const),
    conversationId: GroupID ?? ChatSessionID ?? 0,
    messageId: ChatID,
  }))
  const found = await findMessages(services, accountId, messages)
  const asked: RequestedSource[] = Messages.map(({ GroupID, ChatSessionID, ChatID }, index) => ({
    named: { GroupID, ChatSessionID, ChatID },
    name: `message ${ChatID}`,
    source: found[index] ?? missingSource,
  }))
  for (const url of Urls) {
    const source = await findFile(services, accountId, url)
    asked.push({ named: {}, name: `file ${url.Type} ${url.Url}`, source })
  }
  const collected = await findCollections(services, accountId, CollectIDs)
  for (const CollectID of CollectIDs) {
    const found = collected.get(CollectID)
    const name = `collection ${CollectID}`
    asked.push({ named: { CollectID }, name, source: found ? { isOk: true, ...found } : missingSource })
  }
  return asked
}

function toWireResult(
  { named, source }: RequestedSource,
  index: number,
  failuresByTarget: FailuresByTarget,
  locale: Locale,
): WireResult {
  const results = [...failuresByTarget].map(([target, failures]) => {
    const failure = failures[index]
    return { target, Success: writeFlag(failure === undefined), Msg: failure ?? '' }
  })
  const isAnywhere = results.some(({ Success }) => Success === 1)
  const of = (kind: ForwardTarget['kind']) => results.filter(({ target }) => target.kind === kind)
  return {
    ...named,
    Error: isAnywhere ? '' : (failureOf(source, locale) ?? ''),
    UserResults: of('direct').map(({ target, ...result }) => ({ UserID: target.id, ...result })),
    GroupResults: of('group').map(({ target, ...result }) => ({ GroupID: target.id, ...result })),
  }
}

export const forwardingRoutes = [forwardMessages] as const
