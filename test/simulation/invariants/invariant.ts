/** Every property that must hold in a simulated world. Failing seeds print its name, and mutants assert it. */
export const invariants = {
  completed: 'The world plays to its end without an uncaught error.',
  quiet: 'After the faults every client is signed in, connected and has nothing left to send.',
  'command-outcome': 'A command resolves with an outcome and never rejects.',
  'client-fault': 'A client reports a fault only when one was injected.',
  'server-fault': 'The server reports a fault only when one was injected.',
  'sequence-numbers': "A conversation's sequence numbers have no gap and follow the ids.",
  'delivered-once': 'The server has a message at most once, and only messages that a person sent.',
  'delivered-at-all': 'A sent message is on the server unless it waits for Retry where it was written.',
  'forwarded-once': 'A forwarded message is in its target as often as it was requested.',
  'message-content': "A message on the server has its writer's name, type, quote and mentions.",
  'writer-order': "One writer's messages in one conversation have the order of writing.",
  'rejection-reason': 'A message that was not sent has failed with a reason.',
  'read-marker': "The server's read marker is the highest that was requested.",
  'read-marker-monotonic': "The server's read markers never go back.",
  block: 'No message passes between two people while one has blocked the other or they are no friends.',
  'friendship-end': 'The person who ended a friendship sees no messages from before, also as a friend again.',
  deletion: 'A message that was reported as deleted for everyone has no text on the server.',
  expiry: 'An expired message has no text on the server.',
  'conversation-list':
    'A client lists the conversations of the server with their properties and last messages.',
  'group-rights': 'A client shows the role, bans and rights of its user in each group.',
  'group-members': 'A client shows the members of a group, their roles and bans, and its join requests.',
  'conversation-order': 'A client lists pinned conversations first, then by activity.',
  'unread-count': 'A client counts the unread messages and mentions of the server.',
  'mark-unread': 'A conversation is marked as unread where its person marked it, until it is read.',
  'hidden-conversation': 'A conversation is hidden where its person hid it, until a newer message.',
  contacts: "A client shows the server's friends and friend requests.",
  presence: 'A client shows who is online.',
  'accounts-apart': 'An account on a shared device shows and stores nothing of the other account.',
  'own-stickers': 'The server and every open list have the stickers that a person added and did not remove.',
  reactions: 'The server has the reactions that it confirmed, and only those that a person sent.',
  readers: 'A client names the members of a group who have read the newest own message.',
  typing: 'People who may write to each other see each other type, for a few seconds; others see nothing.',
  edits: 'The server has the text of each edit that it confirmed, and only texts of the sender.',
  pins: 'The server has the pins that it confirmed, and a client shows them, the last one first.',
  timeline: 'A client shows the messages of the server.',
  draft: 'A device shows the last draft that it saved, or that of all devices if they share drafts.',
  rebuild: 'A client on a copy of the disk, or of its log only, shows the same as the original.',
  'fresh-sign-in': 'A new device of a person shows what the server has.',
  erasure: 'No disk has a text that was deleted for everyone, has expired or was replaced by an edit.',
  clearing: 'No disk has a text that was cleared or deleted there.',
  membership: 'Neither a device nor the server shows a group to a person outside it.',
  'server-files': 'A file on the server lives exactly as long as its message.',
  'frame-order': 'A connection gets the message frames of a conversation once each and in their order.',
  'node-records': 'The database has the running nodes of a cluster and their connections, and no others.',
  'device-files': 'A device stores exactly the files of its pending messages.',
} as const satisfies Readonly<Record<string, string>>

export type Invariant = keyof typeof invariants

/** A violated invariant, with the difference in words. */
export interface Violation {
  readonly invariant: Invariant
  readonly difference: string
}
export type Violations = readonly Violation[]

/** Names the invariant that these differences violate. */
export const violationsOf = (invariant: Invariant, differences: readonly string[]): Violations =>
  differences.map((difference) => ({ invariant, difference }))

export const describeViolation = ({ invariant, difference }: Violation): string =>
  `${invariant}: ${difference}`
