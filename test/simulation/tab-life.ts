/** The lifetime of one tab's process. After a crash the tab sends and receives nothing. */
export interface TabLife {
  readonly name: string
  isAlive(): boolean
  /** Settles with the promise while the tab lives. Stays pending once it is dead. */
  whileAlive<Value>(promise: Promise<Value>): Promise<Value>
  /** Calls back once when the tab dies, in the order of registration. */
  onEnd(callback: () => void): void
  /** Kills the tab immediately. */
  end(): void
  /** Kills the tab at the `calls`-th port call from now on: before the call takes effect, or just after it. */
  endAtCall(calls: number, moment: 'before' | 'after'): void
  /** Wraps one asynchronous port call, so that a crash can hit it. */
  call<Value>(run: () => Promise<Value>): Promise<Value>
}

const forever = <Value>() => new Promise<Value>(() => {})

/** Creates a tab's lifetime. Calls `crashed` when a scheduled crash has hit a port call. */
export function createTabLife(name: string, crashed: () => void = () => {}): TabLife {
  const endings: (() => void)[] = []
  let isAlive = true
  let scheduledCrash: { calls: number; readonly moment: 'before' | 'after' } | undefined

  const end = () => {
    if (!isAlive) return
    isAlive = false
    for (const ending of endings.splice(0)) ending()
  }
  /** Whether the scheduled crash hits this call. */
  const isLastCall = () => {
    if (!scheduledCrash) return false
    scheduledCrash.calls--
    if (scheduledCrash.calls === 0) crashed()
    return scheduledCrash.calls <= 0
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
      scheduledCrash = { calls, moment }
    },
    async call<Value>(run: () => Promise<Value>) {
      if (!isAlive) return forever<Value>()
      const isLast = isLastCall()
      if (isLast && scheduledCrash?.moment === 'before') {
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
