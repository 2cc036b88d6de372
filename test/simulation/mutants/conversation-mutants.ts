import type { Ports } from '#streams/ports.ts'
import { appending } from './storage-mutants.ts'

export const forgetsHidings = (ports: Ports): Ports =>
  appending(ports, (events) => events.filter(({ type }) => type !== 'ConversationHidden'))

/** Reads the server's list as if nothing was pinned. */
export const unpinsEverything = (ports: Ports): Ports => ({
  ...ports,
  http: {
    async request(request) {
      const answer = await ports.http.request(request)
      return { ...answer, text: answer.text.replace(/"IsTop":1/g, '"IsTop":0') }
    },
  },
})

/** Misses every second friend who comes online. */
export const missesArrivals = (ports: Ports): Ports => {
  let count = 0
  const isMissed = (text: string) => text.startsWith('{"Cmd":"Online"') && ++count % 2 === 0
  return {
    ...ports,
    socket: {
      connect: (url, handlers) =>
        ports.socket.connect(url, {
          ...handlers,
          received: (text) => (isMissed(text) ? undefined : handlers.received(text)),
        }),
    },
  }
}
