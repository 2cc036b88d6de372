import type { Rejection } from '#domain/commands/command.ts'
import { type ConversationId, parseConversationId, type ServerId } from '#schemas/ids.ts'
import type { MessageTolerance } from '../invariants/tolerated.ts'
import type { Person } from '../world.ts'

/** The outcome of a command. Unknown if its tab died before the outcome. */
export type Answer = 'unknown' | 'accepted' | 'rejected'

export interface RequestedMessage {
  readonly person: Person
  /** Undefined for a message of an outside device to one person. */
  readonly conversation: ConversationId | undefined
  /** The device and the tab that wrote it. Undefined for outside devices. */
  readonly device: string | undefined
  readonly tab: string | undefined
  readonly text: string
  /** Whether client and server must reject it. */
  readonly isUnfit: boolean
  /** Whether it is a file, whose upload may fail permanently. The text is then its name. */
  readonly hasFile: boolean
  /** Whether its tab could not use the storage when it was written, so that its tab and others did not see each other's messages. */
  readonly isWithoutStorage: boolean
  /** The id of the quoted message, and the mentioned users. */
  quote: number | undefined
  readonly mentions: readonly number[] | undefined
  /** The same number for all parts of one send, in their order. Undefined for a message sent alone. */
  readonly send: number | undefined
  /** Positions in the ledger's order: when it was written, and when it was sent again. */
  readonly places: number[]
  /** When it was sent again, virtual ms. */
  readonly sentAgainAt: number[]
  /** When it was written, and when it had an outcome, virtual ms. Infinite without one. */
  readonly writtenAt: number
  doneAt: number
  answer: Answer
  /** Deleted for everyone after it arrived. */
  isDeleted: boolean
  /** What may have lost it, and when, virtual ms. A message that had arrived by then must stay. */
  readonly losses: { readonly kind: MessageTolerance; readonly at: number }[]
}
/** Whether it waits for Retry when its group rejects it or its upload fails. */
export const mayWait = ({ hasFile, conversation }: RequestedMessage): boolean =>
  hasFile || (conversation !== undefined && parseConversationId(conversation).kind === 'group')

/** A message that a person deletes for everyone with a simulated client. */
export interface RequestedDeletion {
  readonly messageId: ServerId
  answer: Answer
}
/** A message that a person forwarded to a conversation, by the ledger's name of its text. */
export interface RequestedForward {
  readonly person: Person
  readonly conversation: ConversationId
  readonly text: string
  answer: Answer
}
/** A text by which a person replaced the one of an own message. */
export interface RequestedEdit {
  readonly person: Person
  readonly messageId: number
  readonly text: string
  /** The text that it replaces. */
  readonly replaced: string
  /** The ledger's name of the message, which is its first text. */
  readonly original: string
}
/** A change of a person's own stickers. */
export interface RequestedStickerChange {
  readonly person: Person
  readonly device: string
  readonly kind: 'add' | 'remove'
  readonly path: string
  /** When it was requested and when it had an outcome, virtual ms. Infinite without one. */
  readonly at: number
  doneAt: number
  answer: Answer
  /** Whether its tab shared its data with the other tabs of the device, which a failing storage prevents. */
  isShared: boolean
}
export interface RequestedReadMarker {
  readonly person: Person
  readonly device: string
  readonly conversation: ConversationId
  readonly upTo: ServerId
  /** The end of the range read, by the server's time, ms. Later messages are unread. */
  until?: number
  /** When it was requested and when it had an outcome, virtual ms. Infinite without one. */
  readonly at: number
  doneAt: number
  answer: Answer
  /** False once its device was signed out, or lost it, before the server answered a call for it. */
  isSure: boolean
}
/** A person's command that affects a conversation on one device only. */
export interface RequestedLocalCommand {
  readonly device: string
  /** Undefined for a command on all conversations, listed or not. */
  readonly conversation: ConversationId | undefined
  readonly kind: 'clear' | 'clear-all' | 'hide' | 'show' | 'delete' | 'mark-unread' | 'delete-for-me'
  /** The newest message shown at the time of the command, 0 for none. For a deletion, the deleted message. */
  readonly seen: number
  /** A position in the ledger's order. */
  readonly requestedAt: number
  /** When it was requested, virtual ms. */
  readonly at: number
  /** When it took effect, virtual ms. Infinite while it still may. */
  doneAt: number
  /** The unread messages that the row showed at the time of the command. */
  readonly unreadBefore: number
  answer: Answer
  /** The person was out of the group afterwards, so its effect may be lost with the group. */
  isOut: boolean
}
export interface RequestedDraft {
  readonly device: string
  readonly conversation: ConversationId
  readonly text: string
  /** The positions of the command and of its outcome in the ledger's order. */
  readonly requestedAt: number
  answeredAt: number
  /** When it was requested, virtual ms. */
  readonly at: number
  /** A text sent by a tab that shows no draft need not clear one that another tab has just saved. */
  readonly mayChangeNothing: boolean
  answer: Answer
  /** The person left the group afterwards, or had left it unknown to the device. Leaving removes drafts. */
  isOut: boolean
}

/** A command whose outcome is recorded. */
export interface Followed
  extends Partial<Pick<RequestedMessage, 'device' | 'isUnfit' | 'conversation' | 'losses'>> {
  answer: Answer
  doneAt?: number
}

/** A command that a client rejected. */
export interface RejectedCommand {
  /** Undefined without a device: the command needs the server. */
  readonly requested: Partial<Pick<RequestedMessage, 'device' | 'isUnfit' | 'conversation' | 'losses'>>
  /** The command. */
  readonly what: string
  readonly rejection: Rejection
  /** Virtual time without pauses, ms. */
  readonly at: number
}

/** A draft to record. */
export interface WantedDraft
  extends Pick<RequestedDraft, 'device' | 'conversation' | 'text' | 'mayChangeNothing' | 'isOut'> {
  readonly person: Person
  /** When the person joined the group, as far as the device knows, server ms. */
  readonly joinedAt: number | undefined
}

/** Who writes a message, and how. */
export interface AskedBy {
  readonly device?: string
  readonly tab?: string
  readonly isUnfit?: boolean
  readonly hasFile?: boolean
  readonly isWithoutStorage?: boolean
  readonly send?: number | undefined
  readonly quote?: number | undefined
  readonly mentions?: readonly number[] | undefined
  /**
   * The device's sign-in has ended, perhaps unknown to the device. Simulated people go on writing in a tab whose
   * screen is covered by the alert of the forced sign-out; the outbox may have been preserved by another tab before.
   */
  readonly mayBeDropped?: boolean
}
