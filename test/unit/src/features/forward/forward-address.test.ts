import { describe, expect, it } from 'vitest'
import { type ConversationId, conversationId, serverId } from '#schemas/ids.ts'
import { forwardHref, itemsInUrl } from '#src/features/forward/forward-address.ts'
import { idsParameters, parseSearch } from '#src/routes/search-params.ts'

const chat = conversationId('group', 4)
const read = (href: string, id: ConversationId | undefined) => {
  const search = parseSearch(new URL(href, 'https://chat.example').search)
  const { 'messageIds[]': messages, 'collectionIds[]': collections } = idsParameters(
    'messageIds',
    'collectionIds',
  )(search)
  return itemsInUrl(id, messages, collections)
}

describe('the address of the forward picker', () => {
  it('names messages of its conversation, each once and the oldest first', () => {
    const href = forwardHref('/messages/groups/4', { messageIds: [12, 9, 12].map(serverId) })
    expect(href).toBe('/messages/groups/4/forward?messageIds[]=12&messageIds[]=9&messageIds[]=12')
    expect(read(href, chat)).toEqual([9, 12].map((id) => ({ kind: 'message', conversationId: chat, id })))
  })

  it('names collections, inside a conversation and outside [COLL-03 COLL-07]', () => {
    const href = forwardHref('/my/collections', { collectionIds: [7] })
    expect(href).toBe('/my/collections/forward?collectionIds[]=7')
    expect(read(href, undefined)).toEqual([{ kind: 'collection', id: 7 }])
    expect(read(href, chat)).toEqual([{ kind: 'collection', id: 7 }])
  })

  it('names messages before collections, in the order of server results [FWD-11]', () => {
    const href = forwardHref('/x', { messageIds: [serverId(12)], collectionIds: [7] })
    expect(read(href, chat).map(({ kind }) => kind)).toEqual(['message', 'collection'])
  })

  it('names no messages without a conversation', () => {
    expect(read('/my/collections/forward?messageIds[]=1', undefined)).toEqual([])
  })
})
