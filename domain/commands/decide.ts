import { applicationId } from '#schemas/ids.ts'
import {
  decideClear,
  decideClearAll,
  decideDelete,
  decideHide,
  decideMarkAllRead,
  decideMarkRead,
  decideMarkUnread,
  decideOpen,
  decideReadAnnouncement,
  decideReadConversation,
  decideSetOwnSetting,
  decideShow,
} from '../conversation/decide-conversation.ts'
import { decideDeleteForMe, decideUndoDeleteForMe } from '../conversation/delete-for-me.ts'
import { decideSaveDraft } from '../conversation/draft.ts'
import {
  decideEditMessage,
  decidePinMessage,
  decideReactToMessage,
  decideReturnEdit,
  decideSaveEditDraft,
} from '../conversation/pending-changes.ts'
import {
  decideDiscardMessage,
  decideRetryMessage,
  decideReturnText,
  decideSendAttachment,
  decideSendContent,
  decideSendParts,
  decideSendText,
} from '../message/decide-message.ts'
import {
  type AccountState,
  type Command,
  type CommandOf,
  type Decision,
  type DecisionInput,
  decided,
} from './command.ts'

/** Turns a command into events, nothing, or a rejection. Pure: time and ids come in `given`. */
export function decide(command: Command, state: AccountState, given: DecisionInput): Decision {
  switch (command.type) {
    case 'SendText':
      return decideSendText(command, state, given)
    case 'SendAttachment':
      return decideSendAttachment(command, state, given)
    case 'SendParts':
      return decideSendParts(command, state, given)
    case 'SendContent':
      return decideSendContent(command, state, given)
    case 'RetryMessage':
      return decideRetryMessage(command, state, given)
    case 'DiscardMessage':
      return decideDiscardMessage(command, state, given)
    case 'ReturnText':
      return decideReturnText(command, state, given)
    case 'DeleteForMe':
      return decideDeleteForMe(command, state, given)
    case 'UndoDeleteForMe':
      return decideUndoDeleteForMe(command, state, given)
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
    case 'ReactToMessage':
      return decideReactToMessage(command, state, given)
    case 'EditMessage':
      return decideEditMessage(command, state, given)
    case 'ReturnEdit':
      return decideReturnEdit(command, state, given)
    case 'SaveEditDraft':
      return decideSaveEditDraft(command, state, given)
    case 'PinMessage':
      return decidePinMessage(command, state, given)
    case 'MarkApplicationsSeen':
      return decideMarkApplicationsSeen(command, state, given)
  }
}

/** Raises the markers of seen applications and replies; never lowers one [FRIEND-40]. */
export function decideMarkApplicationsSeen(
  command: CommandOf<'MarkApplicationsSeen'>,
  { applications: { seenUpTo, seenReplyUpTo } }: AccountState,
  given: DecisionInput,
): Decision {
  const upTo = applicationId(Math.max(command.upTo, seenUpTo))
  const repliesUpTo = Math.max(command.repliesUpTo, seenReplyUpTo)
  if (upTo === seenUpTo && repliesUpTo === seenReplyUpTo) return decided()
  return decided({
    stream: 'account',
    type: 'ApplicationsSeen',
    data: { upTo, repliesUpTo },
    occurredAt: given.now,
    origin: 'local',
  })
}
