import type { Outcome } from '#domain/commands/command.ts'
import { failureKey, refusedBecause, succeeded } from '#domain/http/refusal.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { toPlace } from '#schemas/translate/outgoing.ts'
import { uploadFile } from '#schemas/wire/calls/files.ts'
import { addReport } from '#schemas/wire/calls/reports.ts'
import { outcomeOf } from '#streams/http/call-result.ts'
import type { UploadFile } from '#streams/ports.ts'

/** Why somebody is reported, in the server's words [REPORT-09]. */
export interface ReportReason {
  readonly id: number
  readonly text: string
}

export interface ProblemReport {
  readonly reason: ReportReason
  readonly description: string
  readonly screenshot?: UploadFile | undefined
}

/** Reports the peer of a one-to-one conversation, or the group [REPORT-13]. */
export type Report = (conversation: ConversationId, problem: ProblemReport) => Promise<Outcome>

type ReportCore = Pick<AccountCore, 'caller' | 'log'>

/** Creates the operation that reports; it uploads the screenshot first [REPORT-13 REPORT-15]. */
export const createReportOperation =
  (core: ReportCore): Report =>
  async (conversation, problem) => {
    const target = targetOf(core, conversation)
    if (!target) return refusedBecause({ key: failureKey.generic })
    const uploaded = await uploadScreenshot(core, conversation, problem.screenshot)
    if (!uploaded.isOk) return uploaded
    const { reason, description } = problem
    const result = await core.caller.call(addReport, {
      ...target,
      ReasonID: reason.id,
      Reason: reason.text,
      Describe: description.trim(),
      Image: uploaded.value,
    })
    return outcomeOf(result)
  }

/** The friend or former friend of a one-to-one conversation [REPORT-14], or the group. */
function targetOf({ log }: ReportCore, conversation: ConversationId) {
  const { kind, wireId } = parseConversationId(conversation)
  if (kind === 'group') return { Type: '2', GroupID: wireId } as const
  const friend = log.friends.get().find(({ conversationId }) => conversationId === conversation)
  const peer = log.conversations.get().find(({ id }) => id === conversation)?.peerId
  const UserID = friend?.userId ?? peer
  return UserID === undefined ? undefined : ({ Type: '1', UserID } as const)
}

async function uploadScreenshot(
  { caller }: ReportCore,
  conversation: ConversationId,
  file: UploadFile | undefined,
): Promise<Outcome<string>> {
  if (!file) return succeeded('')
  const result = await caller.call(uploadFile, { ...toPlace(conversation), Type: 'image' }, { file })
  return result.isOk ? succeeded(result.data.FileUrl) : refusedBecause(result.failure.refusal)
}
