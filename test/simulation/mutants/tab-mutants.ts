import type { Ports } from '#streams/ports.ts'

export const tellsNoTabs = (ports: Ports): Ports => ({
  ...ports,
  channel: { ...ports.channel, post: () => undefined },
})

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
