import type { AccountClient, Client } from '#client/client.ts'
import type { TimelineHandle } from '#client/timeline.ts'
import type { Command } from '#domain/commands/command.ts'
import { done } from '#domain/http/rejection.ts'
import type { TimelineMessage, TimelineView } from '#domain/message/timeline-message.ts'
import { userId } from '#schemas/ids.ts'
import type { Ports } from '#streams/ports.ts'
import type { Mutant } from './mutant.ts'

export type Create = (ports: Ports) => Client

/** Changes the signed-in client. Each account has one changed client, because callers compare them. */
export function changingAccount(client: Client, change: (account: AccountClient) => AccountClient): Client {
  const changed = new WeakMap<AccountClient, AccountClient>()
  const get = () => {
    const account = client.account.get()
    if (!account) return undefined
    const known = changed.get(account) ?? change(account)
    changed.set(account, known)
    return known
  }
  return { ...client, account: { ...client.account, get } }
}

/** Changes each command. Drops it when `change` returns undefined. */
export const commanding = (
  ports: Ports,
  create: Create,
  change: (command: Command) => Command | undefined,
): Client =>
  changingAccount(create(ports), (account) => ({
    ...account,
    dispatch: async (command) => {
      const changed = change(command)
      return changed ? account.dispatch(changed) : done
    },
  }))

export const dropsUnreadMarks = (ports: Ports, create: Create): Client =>
  commanding(ports, create, (command) => (command.type === 'MarkConversationUnread' ? undefined : command))

/** Changes what a tab shows of a conversation while another tab leads. */
function showingInFollowers(
  ports: Ports,
  create: Create,
  change: (message: TimelineMessage) => TimelineMessage,
): Client {
  let isLeading = false
  const noting =
    <Result>(holder: (lost: AbortSignal) => Promise<Result>, name: string) =>
    (lost: AbortSignal): Promise<Result> => {
      if (name.startsWith('leader-')) isLeading = true
      return holder(lost)
    }
  const { locks } = ports
  const client = create({
    ...ports,
    locks: {
      hold: (name, signal, holder) => locks.hold(name, signal, noting(holder, name)),
      steal: (name, signal, holder) => locks.steal(name, signal, noting(holder, name)),
    },
  })
  const changed = (handle: TimelineHandle): TimelineHandle => ({
    ...handle,
    view: {
      ...handle.view,
      get: () => {
        const view = handle.view.get()
        return isLeading ? view : { ...view, messages: view.messages.map(change) }
      },
    },
  })
  return changingAccount(client, (account) => ({
    ...account,
    openTimeline: (...given) => changed(account.openTimeline(...given)),
  }))
}

const confusesSenders = (ports: Ports, create: Create): Client =>
  showingInFollowers(ports, create, (message) => ({ ...message, senderId: userId(1) }))

const confusesTypes = (ports: Ports, create: Create): Client =>
  showingInFollowers(ports, create, (message) =>
    message.type === 'emo' ? { ...message, type: 'txt' } : message,
  )

/** Stops following a conversation once all of it is shown. */
const freezesOpenConversations = (ports: Ports, create: Create): Client =>
  changingAccount(create(ports), (account) => ({
    ...account,
    openTimeline: (...given) => frozen(account.openTimeline(...given)),
  }))

function frozen(handle: TimelineHandle): TimelineHandle {
  let whole: TimelineView | undefined
  const get = () => {
    const view = handle.view.get()
    if (view.status === 'ready' && !view.hasOlder) whole ??= view
    return whole ?? view
  }
  return { ...handle, view: { ...handle.view, get } }
}

/** Wrong views of conversations. */
export const shownMutants = {
  'wrong-sender-in-follower': {
    description: 'a follower tab that shows messages of the leader with a wrong sender',
    violates: 'timeline',
    options: { breakClient: confusesSenders },
    noticedBy: 2,
  },
  'wrong-type-in-follower': {
    description: 'a follower tab that shows stickers of the leader as texts',
    violates: 'timeline',
    options: { breakClient: confusesTypes },
    noticedBy: 2,
  },
  'frozen-open-conversation': {
    description: 'an open conversation that stops following once all of it is shown',
    violates: 'timeline',
    options: { breakClient: freezesOpenConversations },
    noticedBy: 1,
  },
} as const satisfies Record<string, Mutant>
