import type { UserId } from '#schemas/ids.ts'
import type { Ports } from '#streams/ports.ts'
import type { AccountStorage } from '#streams/storage/storage.ts'

export const tellsNoTabs = (ports: Ports): Ports => ({
  ...ports,
  channel: { ...ports.channel, post: () => undefined },
})

/** Changes own stickers without telling the other tabs. */
export const keepsStickerChangesToItself = (ports: Ports): Ports => ({
  ...ports,
  channel: {
    ...ports.channel,
    post: (message) => {
      const isAboutStickers =
        typeof message === 'object' && message && Reflect.get(message, 'type') === 'update-stickers'
      if (!isAboutStickers) ports.channel.post(message)
    },
  },
})

/** Appends each segment to the databases of all accounts that a tab has opened. */
export const appendsToAllAccounts = (ports: Ports): Ports => {
  const opened = new Map<UserId, AccountStorage>()
  return {
    ...ports,
    storage: {
      ...ports.storage,
      open: async (account) => {
        const storage = await ports.storage.open(account)
        opened.set(account, storage)
        return {
          ...storage,
          appendSegment: async (build) => {
            const appended = await storage.appendSegment(build)
            for (const [other, { appendSegment }] of opened)
              if (other !== account) await appendSegment(build).catch(() => undefined)
            return appended
          },
        }
      },
    },
  }
}

/** Lets a follower tab write a read model without comparing it with the leader's checkpoint. */
export const writesInFollowers = (ports: Ports): Ports => ({
  ...ports,
  storage: {
    ...ports.storage,
    open: async (account) => {
      const storage = await ports.storage.open(account)
      const head = () => storage.head()
      const write = async () => {
        const [rows, epoch] = [await storage.readRows('conversations'), await storage.epoch()]
        const stored = await storage.checkpoint('conversations')
        if (!stored || rows.length === 0) return
        const checkpoint = { ...stored, segment: await head() }
        await storage.writeModel({ model: 'conversations', checkpoint, epoch, rows, isRebuild: true })
      }
      return {
        ...storage,
        appendSegment: async (build) => {
          const appended = await storage.appendSegment(build)
          await write().catch(() => undefined)
          return appended
        },
      }
    },
  },
})
