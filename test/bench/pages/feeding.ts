/** Frames in one task: a browser hands over what its socket has buffered together. */
const burst = 50

/** Gives items away in tasks of their own, so that everything else gets its turn in between; resolves after the last one. */
export function feed<Item>(items: readonly Item[], take: (item: Item) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const tasks = new MessageChannel()
    let next = 0
    // An open port would keep everything that was fed in memory.
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
