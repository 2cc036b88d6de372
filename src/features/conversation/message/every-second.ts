const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Calls the listener every second, by one timer for all listeners; returns what ends that. */
export function everySecond(listener: () => void): () => void {
  const entry = () => listener()
  listeners.add(entry)
  timer ??= setInterval(() => {
    for (const one of [...listeners]) one()
  }, 1000)
  return () => {
    listeners.delete(entry)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
