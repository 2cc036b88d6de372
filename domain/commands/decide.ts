import { decideMarkApplicationsSeen } from '../contacts/decide-contacts.ts'
import {
  decideMarkAllRead,
  decideMarkRead,
  decideOpen,
  decideSaveDraft,
} from '../conversation/decide-conversation.ts'
import { decideDiscardMessage, decideRetryMessage, decideSendText } from '../message/decide-message.ts'
import { decideSendPicture } from '../message/decide-picture.ts'
import type { Command } from './command.ts'
import type { AccountState, Decision, Given } from './decision.ts'

/** Turns what a person asks for into events, nothing, or a refusal. Pure: time and ids come in `given`. */
export function decide(command: Command, state: AccountState, given: Given): Decision {
  switch (command.type) {
    case 'SendText':
      return decideSendText(command, state, given)
    case 'SendPicture':
      return decideSendPicture(command, state, given)
    case 'RetryMessage':
      return decideRetryMessage(command, state, given)
    case 'DiscardMessage':
      return decideDiscardMessage(command, state, given)
    case 'MarkRead':
      return decideMarkRead(command, state, given)
    case 'MarkAllConversationsRead':
      return decideMarkAllRead(state, given)
    case 'OpenConversation':
      return decideOpen(command, state, given)
    case 'SaveDraft':
      return decideSaveDraft(command, state, given)
    case 'MarkApplicationsSeen':
      return decideMarkApplicationsSeen(command.upTo, state, given)
  }
}
