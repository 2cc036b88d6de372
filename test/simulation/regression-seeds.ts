import type { TraceStep } from './trace-steps.ts'

/** The steps of a trace that lead to the bug. */
export interface Regression {
  readonly seed: number
  readonly found: string
  readonly situation: readonly (string | TraceStep)[]
}

const within = (ms: number, line: string): TraceStep => ({ line, within: ms })

const tab = '{device}.{tab}'
const storageFails = '{device} FAULT (?:storage says|disk fails)'
const sleeps = '{device} FAULT (?:sleeps|is frozen)'
const sends = `${tab} sends (?:a text|\\d+ texts)`
const loggedIn = `${tab} socket < .*"Cmd":"Login","Code":0`
const ends = `${tab} ends$`
const leaves = '[^ ]+ leaves (?:in group |g:){group}'
const clears = `${tab} (?:asks to (?:clear|delete) |clears all)`
const deletesHere = `${tab} deletes [\\d, ]+ for this device`
const deletesForAll = '[^ ]+ (?:deletes ".*" for everyone|recalls message)'
const isForgotten = '{device}.{first} is signed in nowhere any more'

/** Seeds of small worlds that once failed. */
export const smallRegressions: readonly Regression[] = [
  {
    seed: 26,
    found:
      'a message with a hanging HTTP request blocked its queue after a login, and later messages stayed stale',
    situation: [`${tab} http /Api/SendChat (?:lost|response lost)`, loggedIn, sends],
  },
  {
    seed: 19,
    found: 'a storage failure at the start showed a signed-in person as signed out',
    situation: [storageFails, within(3000, `${tab} starts$`)],
  },
  {
    seed: 24,
    found: 'a message deleted after the server had counted it stayed in the unread count',
    situation: [
      `${tab} http /Api/GetAllSessionList .*"UnReadCount":[1-9]`,
      deletesForAll,
      `${tab} socket < .*"Cmd":"DeleteChat"`,
    ],
  },
  {
    seed: 47,
    found: 'a command that the storage rejected threw instead of returning a rejection',
    situation: [storageFails, within(3000, `${tab} (?:sends|saves|marks)`)],
  },
  {
    seed: 922,
    found: 'a message stored by a tab that died before it notified the others was not sent',
    situation: [`${tab} crashes at`, sends, within(3000, ends)],
  },
  {
    seed: 923,
    found: 'a late friend list overwrote the status of a friend who had come online since',
    situation: [
      `${tab} socket < .*"Cmd":"Online","FriendID":{friend}`,
      within(5000, `${tab} http /Api/GetFriends 200 .*"FriendID":{friend},[^}]*"OnLine":0`),
    ],
  },
]

/** Seeds of worlds with all commands and faults but the latest. */
export const laterRegressions: readonly Regression[] = [
  {
    seed: 1005,
    found:
      'a message discarded in flight and accepted by the server was visible to everyone except its writer',
    situation: [
      `${tab} gives (?:up|a message up)`,
      within(15_000, `${tab} (?:socket < .*ChatResponse|http /Api/Send(?:Group)?Chat 200)`),
    ],
  },
  {
    seed: 1007,
    found: 'the response to a message restored its text in a group that had been left meanwhile',
    situation: [
      `${tab} socket < .*"GroupEvent","Type":"(?:Leave|Remove)".*"GroupID":{group},`,
      within(
        5000,
        `${tab} (?:socket < .*"GroupChatResponse".*"GroupID":{group},"Code":0|http /Api/SendGroupChat 200)`,
      ),
    ],
  },
  {
    seed: 765,
    found:
      'a row showed an older message after more messages had expired behind an unread one than it stores',
    situation: [
      '[^ ]+ sets the disappearing timer to [36]0 s',
      '[^ ]+ sends \\d texts',
      '[^ ]+ sends \\d texts',
    ],
  },
  {
    seed: 1540,
    found: 'an unread message deleted for this device still counted in a group joined late',
    situation: [`${tab} socket < .*"GroupEvent","Type":"Join"`, deletesHere],
  },
  {
    seed: 1005,
    found: 'a tab that missed a sign-out and the next sign-in continued to write to the ended log',
    situation: [sleeps, '{device}.{first} (?:signs out with|is signed)', '{device}.{second} signs in again'],
  },
  {
    seed: 1003,
    found: 'a removal stored by another tab removed a message that had arrived after it',
    situation: [leaves, '[^ ]+ socket < .*"GroupChat","GroupID":{group},'],
  },
  {
    seed: 1015,
    found: 'a leader that woke removed a picture before it knew the message from another tab',
    situation: [sleeps, `${tab} sends attachment`],
  },
  {
    seed: 2733,
    found: 'a tab missed that the in-memory sign-in of another tab had been stored',
    situation: [
      storageFails,
      within(100, '{device}.{first} signs in again'),
      within(1000, '{device}.{first} reports account directory'),
      within(20_000, '{device}.{second} starts$'),
      within(10_000, '{device}.{second} signs in again'),
    ],
  },
  {
    seed: 1007,
    found: 'cleared messages of a group returned on a device that had missed a departure and a return',
    situation: [clears, leaves, `[^ ]+ socket < .*"GroupEvent","Type":"Join".*"GroupID":{group},`],
  },
  {
    seed: 3339,
    found: 'a message that one tab stored after another had erased it kept its text',
    situation: [
      '{device} FAULT storage says',
      within(10_000, '{device}.{second} starts$'),
      within(10_000, '{device} FAULT disk slow'),
      within(2000, '{device}.{first} deletes ".*" for everyone'),
    ],
  },
  {
    seed: 1007,
    found: 'a group list in flight during an application removed the applicant from the badge',
    situation: [
      '[^ ]+ asks to be let into group {group}',
      within(500, `${tab} http /Api/GetAllSessionList 200 .*"ID":{group},"SessionType":"group"`),
    ],
  },
  {
    seed: 2002,
    found: 'a sign-out that another tab took over after a sleep counted as failed and ran twice',
    situation: ['{device}.{tab} signs out with', within(30_000, sleeps)],
  },
  {
    seed: 1027,
    found:
      'a tab woke to a log in which only the message of a shared pending event was left, and waited forever',
    situation: [storageFails, within(15_000, sends), sleeps],
  },
  {
    seed: 9776,
    found: 'two tabs sent the preserved outbox, one of them after the server had accepted it',
    situation: [isForgotten, '{device}.{second} signs in again', '{device}.{third} signs in again'],
  },
  {
    seed: 1003,
    found: 'a group known only by its messages kept those from before a departure and a return',
    situation: [leaves, '[^ ]+ socket < .*"GroupEvent","Type":"Join".*"GroupID":{group},'],
  },
  {
    seed: 8443,
    found: 'a row kept its position after its only message was recalled',
    situation: [
      `${tab} socket < .*"Cmd":"ChatResponse".*"ChatSessionID":{conversation},.*"ChatID":{message},"SeqID":1,`,
      '[^ ]+ recalls message {message}$',
      within(1000, '[^ ]+ socket < {"Cmd":"DeleteChat","ChatSessionID":{conversation},"ChatID":{message}}'),
    ],
  },
  {
    seed: 1024,
    found: 'a deletion took effect during a database failure without a notification',
    situation: ['[^ ]+ FAULT database fails', within(10_000, deletesForAll)],
  },
  {
    seed: 1005,
    found:
      'a preserved message that the server had accepted and a person had deleted returned when it was sent again',
    situation: [isForgotten, deletesForAll, '{device}.{second} signs in again'],
  },
]

/** Seeds of worlds with all commands and faults, the commands of stickers excepted. */
export const newestRegressions: readonly Regression[] = [
  {
    seed: 501288,
    found: 'an upload that could not read the storage was rejected, and its send overtook it after a crash',
    situation: [`${tab} sends 1 attachments and a text`, within(5000, storageFails), loggedIn, ends],
  },
  {
    seed: 500376,
    found: 'an empty conversation that began again kept its place on a device that had missed it',
    situation: ['{device} FAULT ends with', '[^ ]+ deletes the friend', '{device}.{tab} starts$'],
  },
  {
    seed: 500489,
    found: 'the check of a copied disk expected the person after a guest was chosen last in an ended tab',
    situation: [`${tab} lets the guest sign in`, ends, '{device}-everything.{copy} starts$'],
  },
  {
    seed: 600255,
    found: 'the order check expected a retried part of a send after the later parts (DEC-108)',
    situation: [
      '{device}.{writer} sends 2 attachments and a text in one go',
      '{device}.{reader} retries .*, failed',
      isForgotten,
      '{device}.{second} signs in again',
    ],
  },
]

/** Seeds of worlds with all commands but those of extensions, and with all faults. */
export const completeRegressions: readonly Regression[] = [
  {
    seed: 1028,
    found: 'a rejected text that was written before the messages of a restart arrived moved its row down',
    situation: [
      '{device}.{tab} comes back$',
      within(100, '{device}.{tab} sends a text$'),
      within(1000, '{device}.{tab} socket < .*"Cmd":"GroupChatResponse".*"Code":6'),
    ],
  },
  {
    seed: 1719,
    found:
      'the row showed a rejected sticker instead of a newer text, because the storage took the sticker last',
    situation: [
      '{device} FAULT storage says',
      within(11_100, `${tab} sends the sticker`),
      within(1000, `${tab} socket < .*"Cmd":"GroupChatResponse".*"Code":6`),
      `${tab} socket < .*"Cmd":"GroupChat",`,
    ],
  },
]

/** Seeds of worlds with all commands and all faults. */
export const extendedRegressions: readonly Regression[] = [
  {
    seed: 1344,
    found: 'a tab folded shared events again and again after the leader had stored and compacted them',
    situation: [
      '{device} FAULT storage says',
      within(9000, `${tab} saves the draft`),
      '[^ ]+ comes back after days$',
      `${tab} http /Api/SaveDraft 200`,
    ],
  },
  {
    seed: 2430,
    found: 'the response to the empty draft of one tab marked the draft of another tab as sent',
    situation: ['{device}.{one} sends a text$', within(0, '{device}.{other} saves the draft "')],
  },
  {
    seed: 2737,
    found: 'a member who joined later kept the text of a deleted message in a quote',
    situation: [
      '{reader}.{tab} joins group {group}$',
      '[^ ]+ removes [0-9]+ and all texts in g:{group} here$',
    ],
  },
  {
    seed: 2830,
    found: 'the check expected a tab to have what another one held in memory before it started',
    situation: [
      '{device} FAULT storage says',
      within(2000, `${tab} sends a text$`),
      within(2000, '{device}.{second} starts$'),
      within(100, ends),
    ],
  },
  {
    seed: 3083,
    found: 'a conversation whose first read failed stayed empty after older messages were requested',
    situation: [
      '{device} FAULT storage says',
      within(15_000, `${tab} looks back in s:{conversation}$`),
      within(2000, `${tab} goes back in s:{conversation}$`),
    ],
  },
  {
    seed: 4244,
    found: 'a lost response came after the message had been edited elsewhere, and the edit was not fetched',
    situation: [
      '[^ ]+ edits message {message} to',
      `${tab} socket < .*"ChatID":{message},.*"IsDuplicated":true`,
    ],
  },
]
