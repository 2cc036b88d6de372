import type { Client } from '#client/client.ts'
import type { Command } from '#domain/commands/command.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import type { HttpPort, Ports } from '#streams/ports.ts'
import type { Backend } from '../backend.ts'
import { type Create, commanding } from './client-mutants.ts'
import type { Mutant } from './mutant.ts'
import { appending } from './storage-mutants.ts'

const losesDrafts = (ports: Ports, create: Create): Client =>
  commanding(ports, create, (command) => (command.type === 'SaveDraft' ? undefined : command))

/** Saves a draft in the conversation whose draft was saved before. */
const mixesDrafts = (ports: Ports, create: Create): Client => {
  let last: ConversationId | undefined
  return commanding(ports, create, (command) => {
    if (command.type !== 'SaveDraft') return command
    const conversationId = last ?? command.conversationId
    last = command.conversationId
    return { ...command, conversationId }
  })
}

/** Records own drafts as if all devices had them. */
const sharesNoDrafts = (ports: Ports): Ports =>
  appending(ports, (events) =>
    events.map((event) =>
      event.type === 'DraftSaved' && event.data.version === undefined
        ? { ...event, data: { ...event.data, version: 0 } }
        : event,
    ),
  )

/** Removes a draft that waits to be sent when the server names one in its list. */
const replacesUnsentDrafts = (ports: Ports, create: Create): Client => {
  const unsent = new Map<string, SaveDraft>()
  const request: HttpPort['request'] = async (call) => {
    const answer = await ports.http.request(call)
    if (call.url.endsWith('/SaveDraft')) unsent.delete(placeIn(String(call.body)))
    if (call.url.endsWith('/GetAllSessionList'))
      for (const [place, command] of unsent)
        if (hasDraft(answer.text, place)) void client.account.get()?.dispatch({ ...command, text: '' })
    return answer
  }
  const client = commanding({ ...ports, http: { request } }, create, (command) => {
    if (command.type === 'SaveDraft' && command.text !== '')
      unsent.set(String(parseConversationId(command.conversationId).wireId), command)
    return command
  })
  return client
}
type SaveDraft = Extract<Command, { type: 'SaveDraft' }>

/** The conversation's id on the wire. */
const placeIn = (text: string): string => /"(?:ChatSessionID|GroupID)":(\d+)/.exec(text)?.[1] ?? ''

/** Whether a list of conversations names a draft in this one. */
const hasDraft = (list: string, place: string): boolean =>
  new RegExp(`"ID":${place},"SessionType".*?"HasDraft":(true|false)`).exec(list)?.[1] === 'true'

/** Confirms a draft and does not store it. */
const forgetsDrafts = (backend: Backend): Backend => ({
  ...backend,
  async fetch(request, address) {
    if (new URL(request.url).pathname !== '/Api/SaveDraft') return backend.fetch(request, address)
    const { TimeStamp }: Readonly<Record<string, unknown>> = JSON.parse(await request.text())
    return { status: 200, text: JSON.stringify({ Code: 0, Msg: '', Data: { TimeStamp } }) }
  },
})

/** Has drafts, and sends them in frames only. */
const keepsDraftsToItself = (backend: Backend): Backend => ({
  ...backend,
  fetch: async (request, address) => {
    const { status, text } = await backend.fetch(request, address)
    return { status, text: text.replace(/"DraftTimeStamp":\d+/g, '"DraftTimeStamp":0') }
  },
})

/** Mutants of drafts, of one device and shared. */
export const draftMutants = {
  'lost-draft': {
    description: 'a client that loses drafts',
    violates: 'draft',
    options: { breakClient: losesDrafts },
    noticedBy: 4,
  },
  'mixed-drafts': {
    description: 'a draft that is saved in another conversation',
    violates: 'draft',
    options: { breakClient: mixesDrafts },
    needsWholeWorld: true,
    noticedBy: 10,
  },
  'unsaved-shared-draft': {
    description: 'a client that loses drafts which devices share',
    violates: 'draft',
    options: { breakClient: losesDrafts },
    usesExtensions: true,
    noticedBy: 1,
  },
  'unshared-draft': {
    description: 'a client that never shares a draft',
    violates: 'draft',
    options: { breakPorts: sharesNoDrafts },
    usesExtensions: true,
    noticedBy: 2,
  },
  'replaced-draft': {
    description: 'a draft being written that the earlier one of the server replaces',
    violates: 'draft',
    options: { breakClient: replacesUnsentDrafts },
    usesExtensions: true,
    needsWholeWorld: true,
    noticedBy: 17,
  },
  'lost-shared-draft': {
    description: 'a server that confirms a draft and does not store it',
    violates: 'draft',
    options: { breakBackend: forgetsDrafts },
    usesExtensions: true,
    noticedBy: 1,
  },
  'kept-draft': {
    description: 'a server that does not tell returning clients of drafts',
    violates: 'draft',
    options: { breakBackend: keepsDraftsToItself },
    usesExtensions: true,
    noticedBy: 1,
  },
} as const satisfies Record<string, Mutant>
