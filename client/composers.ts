import type { Command, Outcome } from '#domain/commands/command.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { Composer, ComposerServices, createComposer, SendGroup } from './composer.ts'

/** The composers of all conversations. */
export interface Composers {
  /**
   * Returns the composer of a conversation; always the same one. The caller passes the function of `composer.ts`, so
   * that a start without an open conversation loads none of its code.
   */
  of(conversation: ConversationId, create: typeof createComposer): Composer
  /** Returns the number of messages in sends that are not in the log yet, because their files are being prepared. */
  pendingCount(): number
}

export function createComposers(services: ComposerServices): Composers {
  const composers = new Map<ConversationId, Composer>()
  return {
    of(id, create) {
      const composer = composers.get(id) ?? create(services, id)
      composers.set(id, composer)
      return composer
    },
    pendingCount: () =>
      [...composers.values()].reduce((sum, { queue }) => sum + countMessages(queue.get()), 0),
  }
}

/** The number of messages of these sends in one conversation, which may share files. */
function countMessages(sends: readonly SendGroup[]): number {
  const files = new Set(sends.flatMap(({ attachments }) => attachments?.pendingFiles() ?? []))
  return files.size + sends.filter(({ composition }) => composition.text !== '').length
}

const isSending = ({ type }: Command): boolean => type.startsWith('Send') || type === 'RetryMessage'

/**
 * Returns a function that decides a command and stores its events. While the device is offline, a notice says that a
 * message waits: the outbox sends it after the next login [LIFE-16] (DEC-107).
 */
export const createDispatch =
  ({ log, notify, ports }: AccountCore) =>
  (command: Command): Promise<Outcome> => {
    if (isSending(command) && !ports.visibility.isOnline())
      notify({ kind: 'warning', key: 'connection.disconnected' })
    return log.dispatch(command)
  }
