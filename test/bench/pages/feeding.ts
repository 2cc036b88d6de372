/** Frames in one task, because a browser delivers the frames that its socket has buffered together. */
const burst = 50

/** Delivers items in separate tasks, so that other work runs in between. Resolves after the last one. */
export function feed<Item>(items: readonly Item[], take: (item: Item) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const tasks = new MessageChannel()
    let next = 0
    // An open port would keep all delivered items in memory.
    const end = () => tasks.port1.close()
    tasks.port1.onmessage = () => {
      try {
        for (const item of items.slice(next, next + burst)) take(item)
      } catch (cause) {
        end()
        reject(cause)
        return
      }
      next += burst
      if (next < items.length) {
        tasks.port2.postMessage(0)
        return
      }
      end()
      resolve()
    }
    tasks.port2.postMessage(0)
  })
}
