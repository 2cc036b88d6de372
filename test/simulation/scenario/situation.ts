import type { AccountClient } from '#client/client.ts'
import type { Command, Outcome } from '#domain/commands/command.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { Tab } from '../person-device.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Person, World } from '../world.ts'

/** The tab, device and conversation of a command. */
export interface Situation {
  readonly world: World
  readonly random: SeededRandom
  readonly person: Person
  readonly tab: Tab
  readonly account: AccountClient
  readonly conversation: ConversationSummary
}
/** Runs the command and returns its description, or undefined if it was impossible. */
export type CommandRunner = (situation: Situation) => string | undefined | Promise<string | undefined>

/** The shown messages of the current conversation. */
export const shown = ({ tab, conversation }: Situation): readonly TimelineMessage[] =>
  tab.screen?.conversation === conversation.id ? tab.screen.handle.view.get().messages : []

export const dispatch = ({ account }: Situation, command: Command): Promise<Outcome> =>
  account.dispatch(command)
