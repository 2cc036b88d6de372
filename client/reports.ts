import type { Outcome } from '#domain/commands/command.ts'
import { failureKey, rejectedBecause, succeeded } from '#domain/http/rejection.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { uploadFile } from '#streams/api/files.ts'
import { addReport, type ReportReason } from '#streams/api/reports.ts'
import { outcomeOf } from '#streams/http/call-result.ts'
import type { UploadFile } from '#streams/upload-file.ts'

export interface ProblemReport {
  readonly reason: ReportReason
  readonly description: string
  readonly screenshot?: UploadFile | undefined
}

/** Reports the peer of a one-to-one conversation, or the group [REPORT-13]. */
export type ReportConversation = (conversation: ConversationId, problem: ProblemReport) => Promise<Outcome>

type ReportCore = Pick<AccountCore, 'caller' | 'log'>

/** Creates the operation that reports; it uploads the screenshot first [REPORT-13 REPORT-15]. */
export const createReportOperation =
  (core: ReportCore): ReportConversation =>
  async (conversation, problem) => {
    const target = targetOf(core, conversation)
    if (!target) return rejectedBecause({ key: failureKey.generic })
    const uploaded = await uploadScreenshot(core, conversation, problem.screenshot)
    if (!uploaded.isOk) return uploaded
    const { reason, description } = problem
    return outcomeOf(
      await addReport(core.caller, {
        target,
        reason,
        description: description.trim(),
        image: uploaded.value,
      }),
    )
  }

/** The friend or former friend of a one-to-one conversation [REPORT-14], or the group. */
function targetOf({ log }: ReportCore, conversation: ConversationId) {
  const { kind, wireId } = parseConversationId(conversation)
  if (kind === 'group') return { kind, id: wireId } as const
  const friend = log.friends.get().find(({ conversationId }) => conversationId === conversation)
  const peer = log.conversations.get().find(({ id }) => id === conversation)?.peerId
  const id = friend?.userId ?? peer
  return id === undefined ? undefined : ({ kind: 'person', id } as const)
}

async function uploadScreenshot(
  { caller }: ReportCore,
  conversation: ConversationId,
  file: UploadFile | undefined,
): Promise<Outcome<string>> {
  if (!file) return succeeded('')
  const result = await uploadFile(caller, { file, conversation, kind: 'image' })
  return result.isOk ? succeeded(result.data.address) : rejectedBecause(result.failure.rejection)
}
