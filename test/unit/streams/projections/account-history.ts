import fc from 'fast-check'
import { applicationId, conversationId, userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import {
  acknowledged,
  chat,
  client,
  deleted,
  idOf,
  inAccount,
  inChat,
  listed,
  me,
  range,
  received,
  submitted,
} from '#test/unit/domain/log-events.ts'

/** One step in the history of a device. */
export type TestEvent =
  | { readonly kind: 'append'; readonly events: readonly NewEvent[] }
  | { readonly kind: 'wait'; readonly duration: number }
  | { readonly kind: 'flush' }
  /** The leader crashes at its n-th storage operation from now on; another tab leads in the next step. */
  | { readonly kind: 'crash'; readonly after: number }
  /** The leader trims messages below a number and compacts events older than this time, ms. */
  | { readonly kind: 'retain'; readonly below: number; readonly events: number }
  /** The other tab becomes the leader. */
  | { readonly kind: 'takeOver' }

export const other = conversationId('direct', 8)

const inEither = (event: NewEvent) => fc.constantFrom(event, { ...event, stream: other })
const sequence = fc.integer({ min: 1, max: 130 })
const few = fc.integer({ min: 1, max: 4 })

const quoted = (at: number) =>
  ({ serverId: idOf(at), senderId: me, senderName: 'Me', type: 'txt', text: `text ${at}` }) as const

const friend = (id: number, remark: string) =>
  inAccount('FriendListed', {
    facts: {
      userId: userId(id),
      nickname: `friend ${id}`,
      remark,
      avatarUrl: '',
      signature: '',
      chatId: '',
      gender: 0,
    },
  })

const application = (id: number, createdAt: number) =>
  inAccount('ApplicationListed', {
    facts: {
      applicationId: applicationId(id),
      userId: userId(id),
      nickname: '',
      avatarUrl: '',
      remark: '',
      createdAt,
    },
  })

/** Own messages are 10, 20, 30, 40 and, a picture, 50, each under one client id; every copy is equal. */
const ownName = (at: number) => client(`own${at / 10}`)
const copyOf = (at: number, overrides: Partial<ConfirmedMessage> = {}) => {
  const isOwn = at % 10 === 0 && at <= 50
  const type = at === 50 ? 'pic' : 'txt'
  const facts = isOwn
    ? ({ senderId: me, clientId: ownName(at), body: `own ${ownName(at)}`, type } as const)
    : {}
  const quote = at % 7 === 3 ? { quote: quoted(at - 2) } : {}
  return received(at, { ...facts, ...quote, ...overrides })
}

const picture = ownName(50)
const attachment = { fileKey: 'file', name: 'holiday.png', contentType: 'image/png', size: 1 }
const pictureSubmitted = inChat('MessageSubmitted', {
  ...{ clientId: picture, type: 'pic', body: '', submittedAt: 550_005 },
  attachment: { ...attachment, preparation: { limit: 10 } },
})
const prepared = inChat('MessagePrepared', { clientId: picture, attachment })
const uploaded = inChat('MessageUploaded', { clientId: picture, body: `own ${picture}` })

const message = fc.oneof(
  { weight: 12, arbitrary: sequence.map((at) => copyOf(at)) },
  sequence.map((at) => copyOf(at, { body: null })),
  fc.tuple(sequence, sequence).map(([one, two]) => deleted(one, two)),
)
const unsent = fc.oneof(
  few.map((name) => acknowledged(client(`own${name}`), name * 10)),
  fc.constantFrom(prepared, uploaded, acknowledged(picture, 50)),
  fc
    .tuple(few, few)
    .map(([name, attempt]) => inChat('MessageBecameStale', { clientId: client(`own${name}`), attempt })),
  fc
    .tuple(few, few)
    .map(([name, attempt]) =>
      inChat('MessageFailed', { clientId: client(`own${name}`), attempt, code: 5, reason: '' }),
    ),
  fc
    .tuple(few, few)
    .map(([name, attempt]) =>
      inChat('MessageRetried', { clientId: client(`own${name}`), attempt, submittedAt: 600_000 + attempt }),
    ),
  few.map((name) => inChat('MessageDiscarded', { clientId: client(`own${name}`) })),
)
const conversation = fc.oneof(
  fc.boolean().map((isPinned) => listed({ isPinned, isNew: true })),
  sequence.map((at) => inChat('ConversationRead', { upTo: idOf(at), at: 1 })),
  sequence.map((at) => inChat('ReadMarkerDelivered', { upTo: idOf(at) })),
  sequence.map((at) => inChat('PeerRead', { upTo: idOf(at), at: 1 })),
  fc
    .tuple(sequence, sequence)
    .map(([one, count]) => inChat('UnreadCounted', { readUpTo: idOf(one), through: idOf(one + 9), count })),
  fc.constant(inChat('ConversationOpened', {})),
  fc.constant(inChat('ConversationRemoved', {})),
  fc
    .tuple(fc.boolean(), sequence)
    .map(([isUnread, at]) => inChat('ConversationMarked', { isUnread, through: idOf(at) })),
  fc.constantFrom('', 'Bring water').map((announcement) => inChat('AnnouncementRead', { announcement })),
  sequence.map((at) => inChat('ConversationHidden', { through: idOf(at) })),
  fc.constant(inChat('ConversationShown', {})),
  sequence.map((at) =>
    inChat('ConversationCleared', { through: idOf(at), sequence: at, activeAt: 500_000 + at }),
  ),
  fc
    .tuple(fc.constantFrom('pinned', 'muted'), fc.boolean(), few)
    .map(([setting, isOn, name]) =>
      inChat('SettingRequested', { setting, isOn, requestId: `request ${name}` }),
    ),
  fc
    .tuple(fc.constantFrom('pinned', 'muted'), fc.boolean(), few, fc.boolean())
    .map(([setting, isOn, name, isAccepted]) =>
      inChat('SettingResolved', { setting, isOn, requestId: `request ${name}`, isAccepted }),
    ),
  fc.constantFrom('', 'half a').map((text) => inChat('DraftSaved', { text, savedAt: 1 })),
)
const profile = (nickname: string) =>
  inAccount('ProfileUpdated', {
    facts: {
      userId: me,
      type: 0,
      nickname,
      avatarUrl: '',
      phone: '',
      telCode: '',
      signature: '',
      chatId: '',
    },
  })

const account = fc.oneof(
  fc.constantFrom('Me', 'Myself').map(profile),
  fc.tuple(few, fc.constantFrom('', 'remark')).map(([id, remark]) => friend(id, remark)),
  few.map((id) => inAccount('FriendRemoved', { userId: userId(id) })),
  fc.tuple(few, few).map(([id, at]) => application(id, at)),
  few.map((id) => inAccount('ApplicationAnswered', { applicationId: applicationId(id), answer: 'accepted' })),
  few.map((id) => inAccount('ApplicationWithdrawn', { applicationId: applicationId(id) })),
  few.map((id) => inAccount('ApplicationsSeen', { upTo: applicationId(id) })),
)

const event: fc.Arbitrary<NewEvent> = fc.oneof(
  { weight: 6, arbitrary: message.chain(inEither) },
  { weight: 3, arbitrary: unsent },
  { weight: 2, arbitrary: conversation.chain(inEither) },
  account,
)

/** A page of history: a run of messages, newest first or oldest first. */
const page: fc.Arbitrary<readonly NewEvent[]> = fc
  .tuple(sequence, fc.integer({ min: 1, max: 70 }), fc.boolean(), fc.constantFrom(chat, other))
  .map(([from, length, isReversed, stream]) => {
    const events = range(from, from + length).map((at) => ({ ...copyOf(at), stream }))
    return isReversed ? events.reverse() : events
  })

const append = fc
  .oneof(page, fc.array(event, { maxLength: 40 }))
  .map((events) => ({ kind: 'append', events }) as const)

/** A client id is submitted before any other event of it, because only logged messages are sent. */
const opening = [
  listed(),
  listed({}, other),
  ...range(1, 4).map((name) => submitted(client(`own${name}`), 550_000 + name)),
  pictureSubmitted,
  uploaded,
]

/** Any steps, in any order, of an account with two conversations. */
export const history: fc.Arbitrary<readonly TestEvent[]> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: append },
      {
        weight: 2,
        arbitrary: fc.integer({ min: 0, max: 6000 }).map((duration) => ({ kind: 'wait', duration }) as const),
      },
      fc.constant({ kind: 'flush' } as const),
      fc.integer({ min: 1, max: 12 }).map((after) => ({ kind: 'crash', after }) as const),
      fc.constant({ kind: 'takeOver' } as const),
      {
        weight: 3,
        arbitrary: fc
          .record({ below: fc.oneof(fc.constant(0), sequence), events: fc.constantFrom(0, 100, 5000) })
          .map((limits) => ({ kind: 'retain', ...limits }) as const),
      },
    ),
    { maxLength: 16 },
  )
  .map((events) => [{ kind: 'append', events: opening }, ...events])
