/**
 * Loads what clients load on demand. The first load of a process takes real time, for which no simulated clock waits and
 * on which no seed may depend.
 */
export const loadClientCode = (): Promise<unknown> =>
  Promise.all([
    import('#client/codes.ts'),
    import('#client/deletion.ts'),
    import('#client/disappearing-timer.ts'),
    import('#client/forwarding.ts'),
    import('#client/friend-applications.ts'),
    import('#client/friend-changes.ts'),
    import('#client/groups.ts'),
    import('#client/own-settings.ts'),
    import('#client/own-typing.ts'),
    import('#client/profile.ts'),
    import('#client/search.ts'),
    import('#client/stickers.ts'),
    import('#client/tags.ts'),
    import('#machines/message/upload-message-file.ts'),
    import('#streams/api/collections.ts'),
    import('#streams/api/files.ts'),
    import('#streams/api/groups.ts'),
    import('#streams/api/message-changes.ts'),
    import('#streams/api/search.ts'),
    import('#streams/inbound/active-people.ts'),
    import('#streams/inbound/fetch-message-changes.ts'),
    import('#streams/log/retention.ts'),
    import('#streams/outbound/deliver-change.ts'),
    import('#streams/outbound/shared-drafts.ts'),
  ])
