import { describe, expect, it } from 'vitest'
import { getFriends } from '#schemas/wire/calls/contacts.ts'
import { createEndpointList, createEndpoints } from '#streams/http/endpoints.ts'
import { openCaller } from './caller-harness.ts'

const none = { apiEndpoints: [], fileEndpoints: [], fileUploadEndpoints: [], websocketEndpoints: [] }

describe('a list of endpoints', () => {
  it('takes the next one when the one in use is dropped, the first again after the last [HTTP-13 SOCK-13]', () => {
    const list = createEndpointList(['a', 'b'])
    list.setBackups(['c', 'a'])
    expect(list.candidates()).toEqual(['a', 'b', 'c'])
    const used = ['a', 'b', 'c'].map((endpoint) => {
      list.drop(endpoint)
      return list.current()
    })
    expect(used).toEqual(['b', 'c', 'a'])
  })

  it('ignores results of an endpoint that is no longer in use', () => {
    const list = createEndpointList(['a', 'b'])
    list.drop('b')
    expect(list.current()).toBe('a')
  })

  it('keeps a sole endpoint and reports that there is no other', () => {
    const list = createEndpointList(['a'])
    const told: string[] = []
    list.subscribe(() => told.push('changed'))
    list.onExhausted(() => told.push('exhausted'))
    list.drop('a')
    expect([list.current(), list.isSole(), told]).toEqual(['a', true, ['exhausted']])
  })

  it('reports when all endpoints have been dropped since one was chosen', () => {
    const list = createEndpointList(['a', 'b'])
    let exhausted = 0
    list.onExhausted(() => {
      exhausted += 1
    })
    list.drop('a')
    list.use('a')
    list.drop('a')
    expect(exhausted).toBe(0)
    list.drop('b')
    expect(exhausted).toBe(1)
  })

  it('drops a backup, never a default one [ENDP-11]', () => {
    const list = createEndpointList(['a'])
    list.setBackups(['b'])
    list.use('b')
    list.discard('a')
    list.discard('b')
    expect([list.candidates(), list.current()]).toEqual([['a'], 'a'])
  })
})

describe('the endpoints of an environment', () => {
  it('are the page’s own origin if it names none (DEC-134)', () => {
    const { api, file, fileUpload, socket } = createEndpoints(none, 'https://own.example/path')
    const used = [api, file, fileUpload, socket].map((list) => list.current())
    expect(used).toEqual([...Array(3).fill('https://own.example'), 'wss://own.example/socket'])
  })

  it('are unknown where they are to be learnt from a source', async () => {
    const { api, self } = createEndpoints({ ...none, dynamicEndpoints: [{}] }, 'https://own.example')
    expect([api.current(), self.current()]).toEqual([undefined, 'https://own.example'])
  })
})

it('a call without any endpoint yet fails as without a network and is repeated', async () => {
  const { caller, clock, endpoints, requests } = openCaller([{ Code: 0, Msg: '', Data: [] }])
  endpoints.api.setDefaults([])
  const result = caller.call(getFriends, {})
  await clock.advance(0)
  endpoints.api.setBackups(['https://backup.example'])
  await clock.advance(1000)
  expect(await result).toMatchObject({ isOk: true })
  expect(requests.map(({ url }) => url)).toEqual(['https://backup.example/Api/GetFriends'])
})
