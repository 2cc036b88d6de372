import { Subject } from 'rxjs'
import { createActor, fromCallback } from 'xstate'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import type { Notice } from '#domain/notification/toast.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { SessionFailedEvent } from '#machines/auth/auth-setup.ts'
import { createLeaderMachine } from '#machines/leader/leader-machine.ts'
import { getFriendApplications, getFriends, getHistoryApplications } from '#schemas/wire/calls/contacts.ts'
import { getAllSessionList, getDeleteChat } from '#schemas/wire/calls/conversations.ts'
import { getUserInfo } from '#schemas/wire/calls/profile.ts'
import { createGroupChanges, createListChanges } from '#streams/cross-tab/account-changes.ts'
import { createNotificationSettings } from '#streams/cross-tab/account-settings.ts'
import { createTabChannel } from '#streams/cross-tab/tab-channel.ts'
import { createEndpoints } from '#streams/http/endpoints.ts'
import { createActivities } from '#streams/inbound/activities.ts'
import { createPresence } from '#streams/inbound/presence.ts'
import { createPreservedOutbox } from '#streams/log/preserved-outbox.ts'
import { type ChannelPort, type LocksPort, type Ports, silentNotifier } from '#streams/ports.ts'
import { createWritable } from '#streams/readable.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import { openAccount, self } from '../account-fixture.ts'
import { answers } from '../fake-caller.ts'
import { listRow } from '../server-history.ts'
import { settle } from '../simulated-clock.ts'

/** A channel between tabs, with its messages. */
export function createBus() {
  const tabs = new Set<Set<(message: unknown) => void>>()
  return {
    open(): ChannelPort {
      const own = new Set<(message: unknown) => void>()
      tabs.add(own)
      return {
        post(message) {
          for (const other of tabs) if (other !== own) for (const listener of other) listener(message)
        },
        subscribe(listener) {
          own.add(listener)
          return () => own.delete(listener)
        },
      }
    },
  }
}

/**
 * One tab of the account: a leader machine with a real log, a fake socket and a fake caller.
 * @param prepare changes the log before the machine starts
 */
export async function openTab(
  locks: LocksPort,
  channel: ChannelPort,
  prepare: (account: Awaited<ReturnType<typeof openAccount>>) => void = () => {},
) {
  const account = await openAccount()
  prepare(account)
  const {
    caller,
    clock,
    link,
    log,
    random,
    report,
    serverTime,
    socket,
    environment: testEnvironment,
  } = account
  caller.reply(getAllSessionList, answers({ ChatSessions: [listRow(1), listRow(2)], Groups: [] }))
  caller.reply(getDeleteChat, answers([]))
  caller.reply(getFriends, answers([]))
  caller.reply(getFriendApplications, answers([]))
  caller.reply(getHistoryApplications, answers([]))
  caller.reply(getUserInfo, answers({ UID: self, Type: 1 }))
  const notices: Notice[] = []
  const ended: string[] = []
  const auth = createActor(
    fromCallback<SessionFailedEvent>(({ receive }) =>
      receive(({ mayPreserveOutbox }) => void ended.push(mayPreserveOutbox ? 'may keep unsent' : 'for good')),
    ),
  ).start()
  const environment = { apiEndpoints: [], fileUploadEndpoints: [], websocketEndpoints: [] }
  const ports: Ports = {
    clock,
    random,
    report,
    locks,
    notifier: silentNotifier,
    channel,
    socket,
    visibility: testEnvironment,
    storage: createMemoryDisk().storage(),
    http: { request: () => Promise.reject(new Error('no network')) },
    crypto: { encrypt: async (plain) => plain, decrypt: async (cipher) => cipher },
  }
  const core: AccountCore = {
    ports,
    endpoints: createEndpoints(environment, 'https://own.example'),
    identity: { deviceType: 'web', brand: undefined, locale: () => 'en-US' },
    caller,
    credentials: { current: () => ({ userId: self, token: 'token-1' }), renew: async () => 'rejected' },
    serverTime,
    tabs: createTabChannel(channel, random, report),
    notify: (notice) => void notices.push(notice),
    preservedOutbox: createPreservedOutbox({ storage: ports.storage, clock, openLog: async () => log }),
    auth: () => auth,
    profileChanged: () => {},
    storedExtensions: () => ({}),
    storeExtensions: () => {},
    tokenUpdated: () => {},
    userId: self,
    log,
    link,
    presence: createPresence(),
    activities: createActivities({
      ...{ userId: self, log, clock },
      tabs: createTabChannel(channel, random, report),
    }),
    groupChanges: createGroupChanges(createTabChannel(channel, random, report), self),
    blacklistChanges: createListChanges(createTabChannel(channel, random, report), self, 'update-blacklist'),
    tagChanges: createListChanges(createTabChannel(channel, random, report), self, 'update-tags'),
    settingsChanged$: new Subject(),
    leftDrafts: createListChanges(createTabChannel(channel, random, report), self, 'send-drafts'),
    notifications: createNotificationSettings({
      account: self,
      ...{ caller, log },
      tabs: createTabChannel(channel, random, report),
    }),
    connection: createWritable<ConnectionView>({ status: 'connecting' }),
    hasLoaded: createWritable(false),
    uploadProgress: createWritable(new Map()),
    close: async () => {},
  }
  const actor = createActor(createLeaderMachine(core), { clock })
  actor.start()
  await settle()
  return {
    ...account,
    actor,
    core,
    ended,
    notices,
    isLeading: () => actor.getSnapshot().matches({ electing: 'leading' }),
    connection: () => core.connection.get(),
    async logIn(time = clock.now()) {
      socket.last().open()
      socket.last().receive({ Cmd: 'Connected', Time: time })
      socket.last().receive({ Cmd: 'Login', Code: 0, UID: self, Time: time })
      await clock.advance(200)
    },
  }
}
