import type { ClientId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ApplicationsState } from '../contacts/contacts-projection.ts'
import type { ConversationsState } from '../conversation/conversation-state.ts'
import type { Outcome } from './command.ts'

/** The state that a decision may read. */
export interface AccountState {
  readonly conversations: ConversationsState
  readonly applications: ApplicationsState
}

/** The inputs from outside, which keep a decision pure. */
export interface Given {
  /** Server time, ms (DEC-113). */
  readonly now: number
  /** Whether it is only an estimate of this device: no server timestamp was received since the start. */
  readonly isNowGuessed?: boolean
  /** A fresh id for a new message [MSG-40]. */
  readonly clientId: ClientId
}

/** The events that a command causes, none if nothing changes, or its rejection. */
export type Decision = Outcome<readonly NewEvent[]>

export const decided = (...events: readonly NewEvent[]): Decision => ({ isOk: true, value: events })
