import { describe, expect, it } from 'vitest'
import { type AlertSituation, decideAlert } from '#domain/notification/alert.ts'
import { serverId, userId } from '#schemas/ids.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'

const now = 1_800_000_000_000
const loud = { isAllMuted: false, isMessageMuted: false, isSoundOff: false, isVibrationOff: false }
const message: ConfirmedMessage = {
  serverId: serverId(10),
  sequence: 1,
  senderId: userId(8),
  senderName: 'Ben',
  senderAvatarUrl: '',
  type: 'txt',
  body: 'hello',
  sentAt: now - 500,
}
const elsewhere: AlertSituation = {
  self: userId(7),
  now,
  settings: loud,
  isConversationMuted: false,
  isSettled: false,
  hasFocus: false,
  isOpen: false,
}

interface Case {
  readonly title: string
  readonly message?: Partial<ConfirmedMessage>
  readonly origin?: 'socket' | 'http' | 'local' | 'tab'
  readonly situation?: Partial<AlertSituation>
  /** Letters of the effects: sounds, vibrates, shows. */
  readonly does: '' | 's' | 'v' | 'sv' | 'svn' | 'vn' | 'sn' | 'n'
}

const cases: readonly Case[] = [
  { title: 'alerts while the person looks elsewhere [NOTIF-06 NOTIF-07]', does: 'svn' },
  { title: 'shows no notification to a person who uses the app', situation: { hasFocus: true }, does: 'sv' },
  { title: 'never alerts for an own message [NOTIF-08]', message: { senderId: userId(7) }, does: '' },
  {
    title: 'is still while everything is muted (DEC-96)',
    situation: { settings: { ...loud, isAllMuted: true } },
    does: '',
  },
  {
    title: 'is still while messages are muted (DEC-96)',
    situation: { settings: { ...loud, isMessageMuted: true } },
    does: '',
  },
  {
    title: 'is still for a muted conversation (DEC-96 DEC-98)',
    situation: { isConversationMuted: true },
    does: '',
  },
  {
    title: 'is still for a mention in a muted one (DEC-58)',
    message: { mentions: [7] },
    situation: { isConversationMuted: true },
    does: '',
  },
  {
    title: 'only vibrates without sound [NOTIF-06] (DEC-96)',
    situation: { settings: { ...loud, isSoundOff: true } },
    does: 'vn',
  },
  {
    title: 'only sounds without vibration [NOTIF-07] (DEC-96)',
    situation: { settings: { ...loud, isVibrationOff: true } },
    does: 'sn',
  },
  {
    title: 'only shows without both',
    situation: { settings: { ...loud, isSoundOff: true, isVibrationOff: true } },
    does: 'n',
  },
  { title: 'is silent for a message read on another device', situation: { isSettled: true }, does: '' },
  { title: 'is still for history', origin: 'http', does: '' },
  { title: 'is silent for a message that arrives minutes late', message: { sentAt: now - 61_000 }, does: '' },
  {
    title: 'is silent for the visible conversation',
    situation: { hasFocus: true, isOpen: true },
    does: '',
  },
  {
    title: 'alerts for an open conversation of a page without focus',
    situation: { isOpen: true },
    does: 'svn',
  },
  { title: 'is still for a tombstone', message: { body: null }, does: '' },
  { title: 'is silent for notices about members', message: { type: 'GroupJoin' }, does: '' },
  { title: 'is silent until the settings are loaded', situation: { settings: undefined }, does: '' },
]

describe('a received message', () => {
  it.each(cases)('$title', ({ does, origin = 'socket', ...given }) => {
    const event = { origin, data: { message: { ...message, ...given.message } } }
    const alert = decideAlert(event, { ...elsewhere, ...given.situation })
    expect(alert).toEqual({
      sounds: does.includes('s'),
      vibrates: does.includes('v'),
      shows: does.includes('n'),
    })
  })
})
