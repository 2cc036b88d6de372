import type { PushSetting } from '#schemas/env/environment.ts'
import type { PushPort } from '#streams/ports.ts'

export const setting: PushSetting = { vapidKey: 'BPk', config: { app: 'one' } }

/** A push provider whose next token the test sets; records its requests. */
export function createPushProvider(first?: string) {
  const listeners = new Set<() => void>()
  const asked: PushSetting[] = []
  let token = first
  let isFailing = false
  const provider: PushPort = {
    async requestToken(wanted) {
      asked.push(wanted)
      if (isFailing) throw new Error('the provider fails')
      return token
    },
    async revokeToken() {
      token = undefined
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    asked,
    listeners,
    provider,
    setFailing(next: boolean) {
      isFailing = next
    },
    /** Changes the token and announces that. */
    offer(next: string | undefined) {
      token = next
      for (const listener of listeners) listener()
    },
  }
}
