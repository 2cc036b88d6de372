import type { QuotedMessage } from '#schemas/log/message.ts'
import type { MessageType } from '#schemas/message-types.ts'
import type { Outcome } from '../commands/command.ts'
import type { AttachmentKind } from '../media/attachment-kind.ts'
import { checkMessageText } from './message-content.ts'

/** What a composer hands over [MSG-32]. */
export interface MessageForm<Attached> {
  readonly content: string
  readonly quote?: QuotedMessage
  readonly attachments: readonly Attached[]
  readonly attachmentType?: AttachmentKind
  /** Who is mentioned; 0 is everyone [MSG-06]. */
  readonly mentions: readonly number[]
  readonly contentType: MessageType
}

/**
 * Takes the trimmed text of a form; rejects one that has neither text nor files of a known type [MSG-33 MSG-34], and a
 * text that is too long (DEC-118).
 */
export function checkMessageForm<Attached>(
  form: Pick<MessageForm<Attached>, 'content' | 'attachments' | 'attachmentType'>,
): Outcome<string> {
  const isFile = form.attachments.length > 0 && form.attachmentType !== undefined
  if (isFile && form.content.trim() === '') return { isOk: true, value: '' }
  return checkMessageText(form.content)
}
