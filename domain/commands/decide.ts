import { decideMarkApplicationsSeen } from '../contacts/decide-contacts.ts'
import { decideMarkAllRead, decideMarkRead, decideOpen } from '../conversation/decide-conversation.ts'
import { decideSaveDraft } from '../conversation/decide-draft.ts'
import {
  decideClear,
  decideClearAll,
  decideDelete,
  decideHide,
  decideMarkUnread,
  decideReadAnnouncement,
  decideReadConversation,
  decideSetOwnSetting,
  decideShow,
} from '../conversation/decide-own-acts.ts'
import { decideBringBack, decideDeleteForMe } from '../conversation/put-away.ts'
import { decideSendAttachment } from '../message/decide-attachment.ts'
import { decideSendContent } from '../message/decide-content.ts'
import { decideDiscardMessage, decideRetryMessage, decideSendText } from '../message/decide-message.ts'
import type { Command } from './command.ts'
import type { AccountState, Decision, Given } from './decision.ts'

/** Turns what a person asks for into events, nothing, or a refusal. Pure: time and ids come in `given`. */
export function decide(command: Command, state: AccountState, given: Given): Decision {
  switch (command.type) {
    case 'SendText':
      return decideSendText(command, state, given)
    case 'SendAttachment':
      return decideSendAttachment(command, state, given)
    case 'SendContent':
      return decideSendContent(command, state, given)
    case 'RetryMessage':
      return decideRetryMessage(command, state, given)
    case 'DiscardMessage':
      return decideDiscardMessage(command, state, given)
    case 'DeleteForMe':
      return decideDeleteForMe(command, state, given)
    case 'BringBack':
      return decideBringBack(command, state, given)
    case 'MarkRead':
      return decideMarkRead(command, state, given)
    case 'MarkAllConversationsRead':
      return decideMarkAllRead(state, given)
    case 'MarkConversationRead':
      return decideReadConversation(command, state, given)
    case 'MarkConversationUnread':
      return decideMarkUnread(command, state, given)
    case 'ReadAnnouncement':
      return decideReadAnnouncement(command, state, given)
    case 'SetOwnSetting':
      return decideSetOwnSetting(command, state, given)
    case 'HideConversation':
      return decideHide(command, state, given)
    case 'ShowConversation':
      return decideShow(command, state, given)
    case 'ClearConversation':
      return decideClear(command, state, given)
    case 'ClearAllConversations':
      return decideClearAll(state, given)
    case 'DeleteConversation':
      return decideDelete(command, state, given)
    case 'OpenConversation':
      return decideOpen(command, state, given)
    case 'SaveDraft':
      return decideSaveDraft(command, state, given)
    case 'MarkApplicationsSeen':
      return decideMarkApplicationsSeen(command.upTo, state, given)
  }
}
