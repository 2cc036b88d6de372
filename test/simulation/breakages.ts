import type { Ports, SocketPort } from '#streams/ports.ts'
import type { Storage } from '#streams/storage/storage.ts'
import type { Backend } from './backend.ts'
import type { WorldOptions } from './seed-world.ts'

/** Worlds in which one part does not do what it should, each in the way of a bug that could really be written. */
export const breakages = {
  'a server whose pushed messages get lost and whose history is empty': {
    breakBackend: (backend) => withoutHistory(withLostFrames(backend)),
  },
  'a server that answers a read mark and forgets it': {
    breakBackend: (backend) => answering(backend, '/Api/ReadChat', { Code: 0, Msg: '', Data: null }),
  },
  'a server that knows of no deletion': {
    breakBackend: (backend) => answering(backend, '/Api/GetDeleteChat', { Code: 0, Msg: '', Data: [] }),
  },
  'a client that gives a message a new identity with each try': { breakPorts: withFreshIdentities },
  'a client whose storage now and then loses what it has confirmed': { breakPorts: withForgetfulStorage },
  'a client that sends nothing again': { breakPorts: withoutSecondTry },
} as const satisfies Record<string, WorldOptions>

/** Every fifth message frame to a client vanishes, for ever. */
function withLostFrames(backend: Backend): Backend {
  let count = 0
  return {
    ...backend,
    connect: (link, address) =>
      backend.connect(
        {
          ...link,
          send: (text) => {
            if (text.startsWith('{"Cmd":"Chat"') && ++count % 5 === 0) return
            link.send(text)
          },
        },
        address,
      ),
  }
}

const withoutHistory = (backend: Backend): Backend =>
  answering(answering(backend, '/Api/GetChatData', noRows), '/Api/GetAllSessionData', noRows)
const noRows = { Code: 0, Msg: '', Data: [] }

/** One call always gets the same answer. */
const answering = (backend: Backend, path: string, answer: unknown): Backend => ({
  ...backend,
  fetch: async (request, address) =>
    new URL(request.url).pathname === path
      ? { status: 200, text: JSON.stringify(answer) }
      : backend.fetch(request, address),
})

const changingFrames = (socket: SocketPort, change: (text: string) => string | undefined): SocketPort => ({
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

const identity = /"ClientMsgId":"\w{4}/

function withFreshIdentities(ports: Ports): Ports {
  let count = 1000
  const change = (text: string) => text.replace(identity, () => `"ClientMsgId":"${count++}`)
  return {
    ...ports,
    socket: changingFrames(ports.socket, change),
    http: {
      request: (request) =>
        ports.http.request(
          typeof request.body === 'string' ? { ...request, body: change(request.body) } : request,
        ),
    },
  }
}

function withoutSecondTry(ports: Ports): Ports {
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
    socket: changingFrames(ports.socket, (text) => (isFirst(text) ? text : undefined)),
    http: {
      request: (request) =>
        typeof request.body !== 'string' || isFirst(request.body)
          ? ports.http.request(request)
          : Promise.reject(new Error('never sent')),
    },
  }
}

function withForgetfulStorage(ports: Ports): Ports {
  let count = 0
  const storage: Storage = {
    ...ports.storage,
    async open(account) {
      const opened = await ports.storage.open(account)
      return {
        ...opened,
        appendSegment: (build) =>
          ++count % 7 === 0
            ? opened.appendSegment((segment) => build(segment).slice(1))
            : opened.appendSegment(build),
      }
    },
  }
  return { ...ports, storage }
}
