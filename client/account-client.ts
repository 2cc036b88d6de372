import type { InspectionEvent } from 'xstate'
import { openTimelineHandle } from '#client/timeline-handle.ts'
import type { Command, Outcome } from '#domain/commands/command.ts'
import { done } from '#domain/http/refusal.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ProfileFacts } from '#schemas/log/events.ts'
import { updateNickname, uploadAvatar } from '#schemas/wire/calls/profile.ts'
import { outcomeOf } from '#streams/http/call-result.ts'
import { fetchProfile } from '#streams/inbound/fetch-contacts.ts'
import { createAccountLookups } from '#streams/lookups/account-lookups.ts'
import type { UploadFile } from '#streams/ports.ts'
import { createClearAllOperation } from './clear-all-operation.ts'
import type { AccountClient } from './client.ts'
import { createCollectionOperations } from './collection-operations.ts'
import { createContactOperations } from './contact-operations.ts'
import { createDeletionOperation } from './deletion-operation.ts'
import { createForwardOperation } from './forward-operation.ts'
import { createGroupMembers } from './group-members.ts'
import { createGroupOperations } from './group-operations.ts'
import { createKeptOperations } from './kept-operations.ts'
import { createMediaOperations } from './media-operations.ts'
import { createMessageSearch } from './message-search.ts'
import { createOwnSettings } from './own-settings.ts'
import { createReportOperation } from './report-operation.ts'
import { createStickerOperations } from './sticker-operations.ts'
import { createTagOperations } from './tag-operations.ts'
import { createVanishOperation } from './vanish-operation.ts'

const isSending = ({ type }: Command): boolean =>
  type === 'SendText' || type === 'SendContent' || type === 'RetryMessage'

/** The signed-in account as screens use it. */
export function createAccountClient(
  core: AccountCore,
  reconnect: () => void,
  inspect: ((event: InspectionEvent) => void) | undefined,
): AccountClient {
  const { caller, log, ports, serverTime } = core

  const refreshProfile = (): Promise<void> =>
    fetchProfile({ caller, log, serverTime, signal: new AbortController().signal }).catch(() => {})

  async function amendProfile(change: Partial<ProfileFacts>): Promise<void> {
    const known = log.profile.get()
    // An answer under way may be older than the change: a new question settles it.
    if (!known) return refreshProfile()
    const updated: NewEvent = {
      stream: 'account',
      type: 'ProfileUpdated',
      data: { facts: { ...known, ...change } },
      occurredAt: serverTime.now(),
      origin: 'local',
    }
    // The server has it; what could not be stored here, as after a sign-out, comes with the next login.
    await log.append([updated]).catch(() => undefined)
  }

  async function rename(nickname: string): Promise<Outcome> {
    const result = await caller.call(updateNickname, { NickName: nickname })
    if (result.isOk) await amendProfile({ nickname: nickname.trim() })
    return outcomeOf(result)
  }

  async function changeAvatar(file: UploadFile): Promise<Outcome> {
    const result = await caller.call(uploadAvatar, {}, { file })
    if (!result.isOk) return outcomeOf(result)
    const avatarUrl = result.data.FileUrl
    if (avatarUrl) await amendProfile({ avatarUrl })
    else await refreshProfile()
    return done
  }

  return {
    userId: core.userId,
    profile: log.profile,
    connection: core.connection,
    reconnect,
    conversations: log.conversations,
    hasLoadedConversations: core.hasLoaded,
    friends: log.friends,
    online: core.presence.online,
    applications: log.applications,
    serverNow: serverTime.now,
    dispatch(command) {
      // Kept as pending all the same: it goes out by itself after the next login [LIFE-16] (DEC-107).
      if (isSending(command) && !ports.visibility.isOnline()) {
        core.notify({ kind: 'warning', key: 'connection.disconnected' })
      }
      return log.dispatch(command)
    },
    captureListWith(draw) {
      log.captureListWith(draw)
      return () => log.captureListWith(undefined)
    },
    openTimeline: (conversationId) =>
      openTimelineHandle(
        { conversationId, services: { ...core, report: ports.report } },
        ports.clock,
        inspect,
      ),
    searchMessages: createMessageSearch(core),
    contacts: createContactOperations(core),
    groups: createGroupOperations(core),
    members: createGroupMembers(core),
    setVanish: createVanishOperation(core),
    ...createOwnSettings(core),
    deleteForEveryone: createDeletionOperation(core),
    clearAllConversations: createClearAllOperation(core),
    startForward: createForwardOperation(core),
    report: createReportOperation(core),
    rename,
    changeAvatar,
    media: createMediaOperations(core),
    stickers: createStickerOperations(core),
    collections: createCollectionOperations(core),
    tags: createTagOperations(core),
    kept: createKeptOperations(core),
    lookups: createAccountLookups({ caller, clock: ports.clock }),
    notifications: core.notifications,
  }
}
