import type { AccountClient } from '#client/client.ts'
import type { Command, Outcome } from '#domain/commands/command.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { Tab } from '../seat.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Person, World } from '../world.ts'

/** Where a command happens. */
export interface Moment {
  readonly world: World
  readonly random: SeededRandom
  readonly person: Person
  readonly tab: Tab
  readonly account: AccountClient
  readonly conversation: ConversationSummary
}
/** Does it and tells in words what was done, or nothing when it could not be done now. */
export type Act = (moment: Moment) => string | undefined | Promise<string | undefined>

/** Messages on the screen, of the conversation at hand. */
export const shown = ({ tab, conversation }: Moment): readonly TimelineMessage[] =>
  tab.screen?.conversation === conversation.id ? tab.screen.handle.view.get().messages : []

export const dispatch = ({ account }: Moment, command: Command): Promise<Outcome> => account.dispatch(command)
