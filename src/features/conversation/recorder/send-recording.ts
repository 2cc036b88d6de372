import type { Outcome } from '#domain/commands/command.ts'
import type { MediaOperations } from '#machines/client/client.ts'
import type { RecordedSound } from '#machines/recorder/microphone.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { prepareFile } from '../attachments/prepare-files.ts'

/** Sends what was recorded as an audio message of known length [MEDIAT-01]; goes on when the conversation is left. */
export async function sendRecording(
  media: Pick<MediaOperations, 'sendAttachment' | 'uploadLimits'>,
  conversationId: ConversationId,
  { file, seconds }: RecordedSound,
): Promise<Outcome> {
  const picked = new File([file.content as Blob], file.name, { type: file.type })
  const work = prepareFile(
    { file: picked, kind: 'audio', isContainer: false },
    media.uploadLimits(),
    () => undefined,
  )
  const prepared = await work.outcome
  if (prepared === undefined) return { isOk: false, refusal: { key: 'errors.error' } }
  return prepared.isOk ? media.sendAttachment(conversationId, { ...prepared.value, seconds }) : prepared
}
