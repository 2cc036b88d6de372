import { resultCode } from '#schemas/result-codes.ts'
import type { HttpRequest, HttpResponse, Ports, SocketPort } from '#streams/ports.ts'

const identity = /"ClientMsgId":"\w{4}/

export function sendsUnderFreshIdentities(ports: Ports): Ports {
  let count = 1000
  return changingRequests(ports, (text) => text.replace(identity, () => `"ClientMsgId":"${count++}`))
}

/** Sends messages without the people whom they mention. */
export const stripsMentions = (ports: Ports): Ports =>
  changingRequests(ports, (text) => text.replace(/"AtIDs":"[^"]*"/, '"AtIDs":""'))

export const stripsQuotes = (ports: Ports): Ports =>
  changingRequests(ports, (text) => text.replace(/"Quote(Group)?ChatID":\d+/, '"Quote$1ChatID":null'))

export function neverSendsAgain(ports: Ports): Ports {
  const sent = new Set<string>()
  const isFirst = (text: string) => {
    const id = /"ClientMsgId":"(\w+)"/.exec(text)?.[1]
    if (id === undefined) return true
    const isNew = !sent.has(id)
    sent.add(id)
    return isNew
  }
  return {
    ...ports,
    socket: changingSent(ports.socket, (text) => (isFirst(text) ? text : undefined)),
    http: {
      request: (request) =>
        typeof request.body !== 'string' || isFirst(request.body)
          ? ports.http.request(request)
          : Promise.reject(new Error('never sent')),
    },
  }
}

/** After each refresh sends the spent token again, as a tab that missed the refresh would. */
export function spendsTokensTwice(ports: Ports): Ports {
  const { http } = ports
  const again = async (request: HttpRequest, { text }: HttpResponse): Promise<void> => {
    const fresh = /"RefreshToken":"([^"]+)"/.exec(text)?.[0]
    if (!fresh || typeof request.body !== 'string') return
    await http.request({ ...request, body: request.body.replace(/"RefreshToken":"[^"]+"/, fresh) })
    await http.request(request)
  }
  return {
    ...ports,
    http: {
      async request(request) {
        const answer = await http.request(request)
        if (request.url.endsWith('/UpdateToken')) await again(request, answer).catch(() => undefined)
        return answer
      },
    },
  }
}

export const takesWrongPlaces = (ports: Ports): Ports => ({
  ...ports,
  socket: changingReceived(ports.socket, (text) =>
    text.startsWith('{"Cmd":"Chat"')
      ? text.replace(/"SeqID":(\d*[37])\b/, (_, place) => `"SeqID":${Number(place) + 1}`)
      : text,
  ),
})

export const believesReadReceiptsTooMuch = (ports: Ports): Ports => ({
  ...ports,
  socket: changingReceived(ports.socket, (text) =>
    text.startsWith('{"Cmd":"ReadChat"')
      ? text.replace(/"ChatID":(\d+)/, (_, id) => `"ChatID":${Number(id) + 50}`)
      : text,
  ),
})

/** Reads each rejection of a message as one for good, so that the message does not wait for Retry. */
export const dropsWhatFailed = (ports: Ports): Ports => ({
  ...ports,
  socket: changingReceived(ports.socket, (text) =>
    /^\{"Cmd":"(?:Group)?ChatResponse"/.test(text)
      ? text.replace(/"Code":[1-9]\d*/, `"Code":${resultCode.messageRejected}`)
      : text,
  ),
})

/** Sends each group message again as another message. */
export function sendsToGroupsTwice(ports: Ports): Ports {
  let count = 5000
  const again = (text: string) =>
    text.includes('"GroupID"') && identity.test(text)
      ? text.replace(identity, () => `"ClientMsgId":"${count++}`)
      : undefined
  return {
    ...ports,
    socket: {
      connect(url, handlers) {
        const connection = ports.socket.connect(url, handlers)
        const send = (text: string) => {
          connection.send(text)
          const other = again(text)
          if (other !== undefined) connection.send(other)
        }
        return { close: (code) => connection.close(code), send }
      },
    },
  }
}

/** The delay of the repeated "read all", ms. */
const lateness = 90_000

/** Repeats each "read all" call unchanged after a long delay. */
export const readsAllLateAgain = (ports: Ports): Ports => ({
  ...ports,
  http: {
    request(request) {
      const again = () => void ports.http.request(request).catch(() => undefined)
      if (/\/ReadAll(?:Group)?Chat$/.test(request.url)) ports.clock.setTimeout(again, lateness)
      return ports.http.request(request)
    },
  },
})

/** Changes calls and frames to the server. */
const changingRequests = (ports: Ports, change: (text: string) => string): Ports => ({
  ...ports,
  socket: changingSent(ports.socket, change),
  http: {
    request: (request) =>
      ports.http.request(
        typeof request.body === 'string' ? { ...request, body: change(request.body) } : request,
      ),
  },
})

/** Changes frames to the server. Drops them when `change` returns undefined. */
const changingSent = (socket: SocketPort, change: (text: string) => string | undefined): SocketPort => ({
  connect(url, handlers) {
    const connection = socket.connect(url, handlers)
    return {
      close: (code) => connection.close(code),
      send(text) {
        const changed = change(text)
        if (changed !== undefined) connection.send(changed)
      },
    }
  },
})

const changingReceived = (socket: SocketPort, change: (text: string) => string): SocketPort => ({
  connect: (url, handlers) =>
    socket.connect(url, { ...handlers, received: (text) => handlers.received(change(text)) }),
})
