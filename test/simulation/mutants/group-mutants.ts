import type { Backend, BackendLink } from '../backend.ts'

const noRows = JSON.stringify({ Code: 0, Msg: '', Data: [] })

/** Drops a group's "deleted for everyone" messages for one member's devices. */
export const missesGroupDeletions = (backend: Backend): Backend => ({
  ...backend,
  fetch: async (request, address) =>
    isUnlucky(address) && new URL(request.url).pathname === '/Api/GetDeleteGroupChat'
      ? { status: 200, text: noRows }
      : backend.fetch(request, address),
  connect: (link, address) =>
    backend.connect(
      isUnlucky(address) ? without(link, (text) => text.startsWith('{"Cmd":"DeleteGroupChat"')) : link,
      address,
    ),
})

const isUnlucky = (address: string): boolean => address.startsWith('bob')

const without = (link: BackendLink, isLost: (text: string) => boolean): BackendLink => ({
  ...link,
  send: (text) => {
    if (!isLost(text)) link.send(text)
  },
})

/** Removes mentions from messages. */
export const losesMentions = (backend: Backend): Backend => {
  const change = (text: string) =>
    text.replace(/"AtIDs":"[^"]*"/g, '"AtIDs":""').replace(/"GotAt":\d+/g, '"GotAt":null')
  return {
    ...backend,
    fetch: async (request, address) => {
      const { status, text } = await backend.fetch(request, address)
      return { status, text: change(text) }
    },
    connect: (link, address) =>
      backend.connect({ ...link, send: (text) => link.send(change(text)) }, address),
  }
}

/** Sends group messages to every connection, regardless of membership. */
export const tellsOutsiders = (backend: Backend): Backend => {
  const links = new Set<BackendLink>()
  return {
    ...backend,
    connect(link, address) {
      links.add(link)
      const send = (text: string) => {
        const isForAll = text.startsWith('{"Cmd":"GroupChat"')
        for (const one of isForAll ? links : [link]) one.send(text)
      }
      const connection = backend.connect({ ...link, send }, address)
      return {
        ...connection,
        receive: (text) => connection.receive(text),
        closed() {
          links.delete(link)
          connection.closed()
        },
      }
    },
  }
}
