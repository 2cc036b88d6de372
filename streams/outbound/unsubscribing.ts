import type { Subscription } from 'rxjs'
import { parseConversationId, type UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { toUnsubscribeFrame } from '#schemas/translate/outgoing.ts'
import type { AccountLog } from '../log/account-log.ts'
import type { SocketLink } from '../socket/socket-link.ts'

interface UnsubscribingServices {
  readonly log: Pick<AccountLog, 'appended$'>
  readonly link: Pick<SocketLink, 'send'>
  readonly userId: UserId
}

/**
 * Unsubscribes from groups that have disappeared from the server's list (DEC-124). Leaving and being removed have
 * their own frames [SOCK-33].
 */
export const startUnsubscribing = ({ log, link, userId }: UnsubscribingServices): Subscription =>
  log.appended$.subscribe((events) => {
    for (const { stream } of events.filter(isRemoval)) {
      if (parseConversationId(stream).kind === 'group') link.send(toUnsubscribeFrame(stream, userId))
    }
  })

type Removal = Extract<LogEvent, { type: 'ConversationRemoved' }> & {
  readonly stream: Exclude<LogEvent['stream'], 'account'>
}

const isRemoval = (event: LogEvent): event is Removal =>
  event.type === 'ConversationRemoved' && event.origin === 'http' && event.stream !== 'account'
