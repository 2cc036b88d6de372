import type { ClientId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ApplicationsState } from '../contacts/contacts-projection.ts'
import type { ConversationsState } from '../conversation/conversation-state.ts'
import type { Outcome } from './command.ts'

/** What a decision may look at. */
export interface AccountState {
  readonly conversations: ConversationsState
  readonly applications: ApplicationsState
}

/** What a decision is given from outside, so that it stays pure. */
export interface Given {
  /** Server time, ms (DEC-113). */
  readonly now: number
  /** Whether that is but this device's idea: the server has said nothing since the start. */
  readonly isNowGuessed?: boolean
  /** A fresh id for a new message [MSG-40]. */
  readonly clientId: ClientId
}

/** The events that follow from a command, none when nothing changes, or why it is refused. */
export type Decision = Outcome<readonly NewEvent[]>

export const decided = (...events: readonly NewEvent[]): Decision => ({ isOk: true, value: events })
