import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId, ConversationKind, ServerId } from '#schemas/ids.ts'
import type { FoundPerson } from '#schemas/translate/contacts.ts'
import type { PinnedMessage, Reaction, Reader } from '#schemas/translate/message-lists.ts'
import { extensionsIn, type ServiceSettings, versionsOf } from '#schemas/translate/service-settings.ts'
import type { ReportReason } from '#streams/api/reports.ts'
import { getServiceSettings } from '#streams/api/service-settings.ts'
import { type CallResult, dataOrThrow } from '#streams/http/call-result.ts'
import type { CallOptions } from '#streams/http/caller.ts'
import { untilLogCloses } from '#streams/log/until-log-closes.ts'
import {
  createLookupCache,
  type Lookup,
  lookupKeepTime,
  lookupStaleTime,
  memoizeByKey,
} from '#streams/lookups/lookup-cache.ts'
import type { Readable } from '#streams/readable.ts'
import type { LookupServices } from './lookups.ts'

type MessageApi = typeof import('#streams/api/message-changes.ts')

/** Server look-ups of one account. */
export interface AccountLookups {
  /** Loaded after sign-in [USER-09]. */
  readonly settings: Lookup<ServiceSettings>
  /** The extensions of the server: those of `settings`, and those stored on this device until they are loaded. */
  readonly extensions: Readable<ServiceSettings['extensions']>
  /** Reasons to report a person or a group, in one language [REPORT-10 REPORT-11 REPORT-12]. */
  reportReasons(kind: ConversationKind, locale: string): Lookup<readonly ReportReason[]>
  /** The people who have reacted to a message, the first one first. Each call returns a look-up of its own. */
  reactions(conversation: ConversationId, message: ServerId): Lookup<readonly Reaction[]>
  /** The members of a group who have read an own message. Each call returns a look-up of its own. */
  readers(group: ConversationId, message: ServerId): Lookup<readonly Reader[]>
  /** The pinned messages; without a connection those that this device has. Each call returns a look-up of its own. */
  pinnedMessages(conversation: ConversationId): Lookup<readonly PinnedMessage[]>
  /** People by phone number or chat id; empty if none matches [FRIEND-57]. */
  person(keyword: string): Lookup<readonly FoundPerson[]>
}

interface AccountLookupServices
  extends LookupServices,
    Pick<AccountCore, 'storedExtensions' | 'storeExtensions' | 'log' | 'connection'> {}

/** Creates the look-ups of the account that `caller` calls for. The answers live as long as the returned object. */
export function createAccountLookups(services: AccountLookupServices): AccountLookups {
  const { caller, clock } = services
  const cache = createLookupCache(clock)
  const storedExtensions = extensionsIn(services.storedExtensions())
  const settings = cache.lookup<ServiceSettings>({
    staleTime: lookupStaleTime.settings,
    async load(signal) {
      const loaded = dataOrThrow(await getServiceSettings(caller, { signal }))
      services.storeExtensions(versionsOf(loaded.extensions))
      return loaded
    },
  })

  const person = memoizeByKey((keyword: string) =>
    cache.lookup<readonly FoundPerson[]>({
      staleTime: lookupStaleTime.default,
      async load(signal) {
        const { findPeople } = await import('#streams/api/search.ts')
        return dataOrThrow(await findPeople(caller, keyword, { signal }))
      },
    }),
  )

  // The caller sends the current locale, so the locale is a cache key only.
  const reasonsOf = (kind: ConversationKind) => (_locale: string) =>
    cache.lookup<readonly ReportReason[]>({
      staleTime: lookupStaleTime.reportReasons,
      keepTime: lookupKeepTime.reportReasons,
      async load(signal) {
        const { getReportReasons } = await import('#streams/api/reports.ts')
        return dataOrThrow(await getReportReasons(caller, kind, { signal }))
      },
    })
  const reportReasons = {
    group: memoizeByKey(reasonsOf('group')),
    direct: memoizeByKey(reasonsOf('direct')),
  } satisfies Record<ConversationKind, unknown>

  const aboutMessages = <Value>(
    request: (api: MessageApi, options: CallOptions) => Promise<CallResult<Value>>,
  ) =>
    cache.lookup<Value>({
      staleTime: lookupStaleTime.default,
      load: async (signal) =>
        dataOrThrow(await request(await import('#streams/api/message-changes.ts'), { signal })),
    })

  return {
    settings,
    extensions: {
      subscribe: settings.subscribe,
      get() {
        const known = settings.get()
        return known.status === 'ready' ? known.value.extensions : storedExtensions
      },
    },
    reportReasons: (kind, locale) => reportReasons[kind](locale),
    reactions: (conversation, message) =>
      aboutMessages((api, options) => api.getMessageReactions(caller, conversation, message, options)),
    readers: (group, message) =>
      aboutMessages((api, options) => api.getMessageReaders(caller, group, message, options)),
    pinnedMessages: (conversation) =>
      cache.lookup({
        staleTime: lookupStaleTime.default,
        // The text of a message that is deleted meanwhile must not stay.
        keepTime: 0,
        async load(signal) {
          const { readPinnedMessages } = await import('#streams/inbound/fetch-message-changes.ts')
          return readPinnedMessages({ ...services, signal }, conversation)
        },
      }),
    person,
  }
}

export type TabsCore = Pick<AccountCore, 'tabs' | 'userId'> & {
  readonly log: Pick<AccountCore['log'], 'appended$'>
}

/**
 * Invalidates a look-up of this account whenever another tab announces a change, until the log closes.
 * @returns a function that invalidates it here and announces a change by this tab
 */
export function syncLookupAcrossTabs(
  { tabs, userId, log }: TabsCore,
  type: 'update-collection' | 'update-stickers',
  lookup: Lookup<unknown>,
): () => void {
  tabs.messages$.pipe(untilLogCloses(log)).subscribe((message) => {
    if (message.type === type && message.account === userId) lookup.invalidate()
  })
  return () => {
    lookup.invalidate()
    tabs.post({ type, account: userId })
  }
}
