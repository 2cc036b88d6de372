/** The life of one tab's process. A crash ends it: from then on nothing reaches it and nothing leaves it. */
export interface TabLife {
  readonly name: string
  isAlive(): boolean
  /** Settles as the promise does while the tab lives; waits forever once it is dead. */
  whileAlive<Value>(promise: Promise<Value>): Promise<Value>
  /** Called once when the tab dies, in the order of registration. */
  onEnd(callback: () => void): void
  /** Kills it at once. */
  end(): void
  /** Kills it at the `calls`-th port call from now on: before the call does anything, or just after it did. */
  endAtCall(calls: number, moment: 'before' | 'after'): void
  /** Wraps one asynchronous port call, so that a crash can hit it. */
  call<Value>(run: () => Promise<Value>): Promise<Value>
}

const forever = <Value>() => new Promise<Value>(() => {})

/** `crashed` is told when a crash that was waiting for a port call has hit. */
export function createTabLife(name: string, crashed: () => void = () => {}): TabLife {
  const endings: (() => void)[] = []
  let isAlive = true
  let doom: { calls: number; readonly moment: 'before' | 'after' } | undefined

  const end = () => {
    if (!isAlive) return
    isAlive = false
    for (const ending of endings.splice(0)) ending()
  }
  /** Whether this very call is the one that the tab does not survive. */
  const isLastCall = () => {
    if (!doom) return false
    doom.calls--
    if (doom.calls === 0) crashed()
    return doom.calls <= 0
  }

  return {
    name,
    isAlive: () => isAlive,
    whileAlive: <Value>(promise: Promise<Value>) =>
      new Promise<Value>((resolve, reject) => {
        promise.then(
          (value) => isAlive && resolve(value),
          (cause: unknown) => isAlive && reject(cause),
        )
      }),
    onEnd(callback) {
      endings.push(callback)
    },
    end,
    endAtCall(calls, moment) {
      doom = { calls, moment }
    },
    async call<Value>(run: () => Promise<Value>) {
      if (!isAlive) return forever<Value>()
      const isLast = isLastCall()
      if (isLast && doom?.moment === 'before') {
        end()
        return forever<Value>()
      }
      try {
        return await run()
      } finally {
        if (isLast) end()
        if (!isAlive) await forever()
      }
    },
  }
}
