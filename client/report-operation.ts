import type { Outcome } from '#domain/commands/command.ts'
import { failureKey, refusedBecause, succeeded } from '#domain/http/refusal.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { toPlace } from '#schemas/translate/outgoing.ts'
import { uploadFile } from '#schemas/wire/calls/files.ts'
import { addReport } from '#schemas/wire/calls/reports.ts'
import { outcomeOf } from '#streams/http/call-result.ts'
import type { UploadFile } from '#streams/ports.ts'
import type { AccountClient, ProblemReport } from './client.ts'

type ReportCore = Pick<AccountCore, 'caller' | 'log'>

/** Reports the other person of a conversation, or the group; the screenshot is uploaded first [REPORT-13 REPORT-15]. */
export const createReportOperation =
  (core: ReportCore): AccountClient['report'] =>
  async (conversation: ConversationId, problem: ProblemReport): Promise<Outcome> => {
    const target = targetOf(core, conversation)
    if (!target) return refusedBecause({ key: failureKey.generic })
    const uploaded = await upload(core, conversation, problem.screenshot)
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

/** Of a one-to-one conversation the friend whose it is [REPORT-14], or who was one. */
function targetOf({ log }: ReportCore, conversation: ConversationId) {
  const { kind, wireId } = parseConversationId(conversation)
  if (kind === 'group') return { Type: '2', GroupID: wireId } as const
  const friend = log.friends.get().find(({ conversationId }) => conversationId === conversation)
  const peer = log.conversations.get().find(({ id }) => id === conversation)?.peerId
  const UserID = friend?.userId ?? peer
  return UserID === undefined ? undefined : ({ Type: '1', UserID } as const)
}

async function upload(
  { caller }: ReportCore,
  conversation: ConversationId,
  file: UploadFile | undefined,
): Promise<Outcome<string>> {
  if (!file) return succeeded('')
  const result = await caller.call(uploadFile, { ...toPlace(conversation), Type: 'image' }, { file })
  return result.isOk ? succeeded(result.data.FileUrl) : refusedBecause(result.failure.refusal)
}
