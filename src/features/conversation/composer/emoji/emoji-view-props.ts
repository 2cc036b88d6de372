import type { ConversationId } from '#schemas/ids.ts'

/** The callbacks of a view of the emoji panel. */
export interface EmojiViewProps {
  readonly conversationId: ConversationId
  /** Inserts an emoji or an emoticon's code into the draft. */
  readonly onInsert: (text: string) => void
  /** Called after a sticker was sent. */
  readonly onSent: () => void
}
