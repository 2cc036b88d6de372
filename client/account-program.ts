import type { InspectionEvent } from 'xstate'
import { isInternalUser } from '#domain/authentication/accounts.ts'
import type { TypingPeople } from '#domain/conversation/typing.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import { createAccountMachine } from '#machines/account/account-machine.ts'
import type { UserId } from '#schemas/ids.ts'
import type { ServiceSettings } from '#schemas/translate/service-settings.ts'
import { openAccountLog } from '#streams/log/open-account-log.ts'
import { createPreservedOutbox } from '#streams/log/preserved-outbox.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import { onceLoaded } from '#streams/once-loaded.ts'
import type { Readable } from '#streams/readable.ts'
import { createAccountLookups } from './account-lookups.ts'
import type { AccountClient } from './client.ts'
import { createCollectionOperations } from './collections.ts'
import { createComposers, createDispatch } from './composers.ts'
import { createContactOperations } from './contacts.ts'
import { createConversationSettings } from './conversation-settings.ts'
import type { Deletion } from './deletion.ts'
import { createGroupLookups } from './group-lookups.ts'
import type { GroupOperations } from './groups.ts'
import { createMediaOperations } from './media.ts'
import { onDemandOf } from './on-demand.ts'
import { createPreservedOutboxOperations } from './preserved-outbox.ts'
import type { Profile } from './profile.ts'
import { createTagList } from './tag-list.ts'

/** The code that only a signed-in client needs. Importing this module loads all of it. */
export const accountProgram = {
  createMachine: createAccountMachine,
  createClient: createAccountClient,
  openLog: openAccountLog,
  createPreservedOutbox,
}

export type AccountProgram = typeof accountProgram

/** Creates the signed-in account's interface from its core. */
function createAccountClient(
  core: AccountCore,
  reconnect: () => void,
  inspect: ((event: InspectionEvent) => void) | undefined,
): AccountClient {
  const { log, ports } = core
  const lookups = createAccountLookups({ ...core, clock: ports.clock })
  const dispatch = createDispatch(core)
  const tags = createTagsOnDemand(core)
  const media = createMediaOperations({ core, dispatch, settings: lookups.settings })
  const preservedOutbox = createPreservedOutboxOperations(core)
  const { keepUndeliverable } = preservedOutbox
  const composers = createComposers({
    dispatch,
    leftDrafts: core.leftDrafts,
    log,
    media,
    ports,
    keepUndeliverable,
  })
  return {
    userId: core.userId,
    connection: core.connection,
    reconnect,
    conversations: log.conversations,
    hasLoadedConversations: core.hasLoaded,
    friends: log.friends,
    ...presenceForInternalUsers(core, lookups.settings),
    applications: log.applications,
    serverNow: core.serverTime.now,
    dispatch,
    captureListWith(render) {
      log.captureListWith(render)
      return () => log.captureListWith(undefined)
    },
    openTimeline: (conversationId, open) =>
      open({ conversationId, services: { ...core, report: ports.report } }, ports.clock, inspect),
    contacts: createContactOperations(core),
    groups: createGroupsOnDemand(core),
    ...createGroupLookups(core),
    ...createConversationSettings(core),
    ...createDeletionOnDemand(core),
    ...createProfileOnDemand(core),
    media,
    composer: composers.of,
    unsentCount() {
      const { messages, edits } = log.outbox.get()
      return messages.length + edits.length + composers.pendingCount()
    },
    collections: createCollectionOperations(core),
    tags,
    preservedOutbox,
    loadFriendChanges: onceLoaded(async () =>
      (await import('./friend-changes.ts')).createFriendChanges(core, tags),
    ),
    loadCodes: onceLoaded(async () => (await import('./codes.ts')).createCodeOperations(core)),
    loadForwarding: onceLoaded(async () => (await import('./forwarding.ts')).createStartForward(core)),
    loadReporting: onceLoaded(async () => (await import('./reports.ts')).createReportOperation(core)),
    loadStickers: onceLoaded(async () => (await import('./stickers.ts')).createStickerOperations(core)),
    loadSearch: onceLoaded(async () => (await import('./search.ts')).createSearchOperations(core)),
    loadSignIns: onceLoaded(async () => (await import('./sign-ins.ts')).createSignIns(core)),
    loadMeasureStorage: onceLoaded(async () => (await import('./storage-use.ts')).createMeasureStorage(core)),
    loadTyping: onceLoaded(async () => (await import('./own-typing.ts')).createOwnTyping(core, lookups)),
    loadOwnSettings: onceLoaded(async () => (await import('./own-settings.ts')).createOwnSettings(core)),
    lookups,
    notifications: core.notifications,
  }
}

function createTagsOnDemand(core: AccountCore): AccountClient['tags'] {
  const list = createTagList(core)
  const load = onceLoaded(async () => (await import('./tags.ts')).createTagChanges(core, list))
  const onDemand = onDemandOf(core, load)
  return {
    ...list,
    create: onDemand((tags) => tags.create),
    rename: onDemand((tags) => tags.rename),
    remove: onDemand((tags) => tags.remove),
    addMembers: onDemand((tags) => tags.addMembers),
    removeMember: onDemand((tags) => tags.removeMember),
    adjust: onDemand((tags) => tags.adjust),
  }
}

function createDeletionOnDemand(core: AccountCore): Deletion {
  const load = onceLoaded(async () => (await import('./deletion.ts')).createDeletion(core))
  const onDemand = onDemandOf(core, load)
  return {
    deleteForEveryone: onDemand((deletion) => deletion.deleteForEveryone),
    clearAllConversations: onDemand((deletion) => deletion.clearAllConversations),
  }
}

function createProfileOnDemand(core: AccountCore): Profile {
  const load = onceLoaded(async () => (await import('./profile.ts')).createProfile(core))
  const onDemand = onDemandOf(core, load)
  return {
    profile: core.log.profile,
    rename: onDemand((profile) => profile.rename),
    changeSignature: onDemand((profile) => profile.changeSignature),
    changeAvatar: onDemand((profile) => profile.changeAvatar),
  }
}

function createGroupsOnDemand(core: AccountCore): GroupOperations {
  const load = onceLoaded(async () => (await import('./groups.ts')).createGroupOperations(core))
  const onDemand = onDemandOf(core, load)
  return {
    create: onDemand((groups) => groups.create),
    join: onDemand((groups) => groups.join),
    invite: onDemand((groups) => groups.invite),
    leave: onDemand((groups) => groups.leave),
    disband: onDemand((groups) => groups.disband),
    remove: onDemand((groups) => groups.remove),
    setBanned: onDemand((groups) => groups.setBanned),
    setAllBanned: onDemand((groups) => groups.setAllBanned),
    setManager: onDemand((groups) => groups.setManager),
    transfer: onDemand((groups) => groups.transfer),
    change: onDemand((groups) => groups.change),
    uploadPicture: onDemand((groups) => groups.uploadPicture),
    announce: onDemand((groups) => groups.announce),
    setOwnName: onDemand((groups) => groups.setOwnName),
    answer: onDemand((groups) => groups.answer),
    checkBan: onDemand((groups) => groups.checkBan),
  }
}

const noUserIds: ReadonlySet<UserId> = new Set()
const noTimes: ReadonlyMap<UserId, number> = new Map()
const noTyping: TypingPeople = new Map()

type PresenceCore = Pick<AccountCore, 'connection'> & {
  readonly activities: Pick<AccountCore['activities'], 'people'>
  readonly presence: Pick<AccountCore['presence'], 'online' | 'lastSeen'>
  readonly log: Pick<AccountCore['log'], 'profile'>
}

/**
 * The friends that are online, when the others were, and who types. Without a connection all are hidden, because
 * the server could not report that they leave. Once the settings are known, only internal users see it [USER-04].
 */
export function presenceForInternalUsers(
  { connection, presence, activities, log }: PresenceCore,
  settings: Readable<LookupState<ServiceSettings>>,
): Pick<AccountClient, 'online' | 'lastSeen' | 'typing'> {
  const isShown = () => {
    const known = settings.get()
    const type = log.profile.get()?.type ?? 1
    const isHidden = known.status === 'ready' && !isInternalUser(known.value.isInternalControlled, type)
    const { status } = connection.get()
    return !isHidden && (status === 'connected' || status === 'catching-up')
  }
  const whenShown = <Value>(part: Readable<Value>, hidden: Value): Readable<Value> => ({
    get: () => (isShown() ? part.get() : hidden),
    subscribe(listener) {
      const ends = [connection, part, settings, log.profile].map((source) => source.subscribe(listener))
      return () => {
        for (const end of ends) end()
      }
    },
  })
  return {
    online: whenShown(presence.online, noUserIds),
    lastSeen: whenShown(presence.lastSeen, noTimes),
    typing: whenShown(activities.people, noTyping),
  }
}
