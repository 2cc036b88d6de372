import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import { createGroup, sayInGroup } from '../group-people.ts'
import { callAs, dataOrThrow, type Person, signUp } from '../people.ts'

interface Reader {
  readonly UserID: number
  readonly UserDisplayName: string
  readonly TimeStamp: number
}

export function describeReaders(host: () => ContractHost): void {
  const ask = (person: Person, GroupID: number, ChatID: unknown) =>
    callAs(host(), person, '/GetMessageReaders', { GroupID, ChatID })
  const readersOf = async (person: Person, group: number, id: number) =>
    dataOrThrow<Reader[]>(await ask(person, group, id))
  const write = async (person: Person, group: number, text: string) =>
    dataOrThrow<{ ID: number }>(await sayInGroup(host(), person, group, text)).ID
  const read = async (person: Person, group: number, ChatID: number) =>
    dataOrThrow(await callAs(host(), person, '/ReadChat', { GroupID: group, ChatID }))

  describe('the readers of a message in a group', () => {
    it('are named with the time of their first reading that reached it, the first one first', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const [first, second] = [await write(ann, group, 'one'), await write(ann, group, 'two')]
      expect(await readersOf(ann, group, first)).toEqual([])
      await read(cleo, group, first)
      const cleoAt = host().now()
      host().advance(1000)
      await read(ben, group, second)
      const benAt = host().now()
      host().advance(1000)
      await read(cleo, group, second)
      await callAs(host(), ben, '/GroupUserSetName', { GroupID: group, MemberName: 'Captain' })
      const times = (readers: readonly Reader[]) => readers.map((one) => [one.UserID, one.TimeStamp])
      const found = await readersOf(ann, group, first)
      expect(times(found)).toEqual([
        [cleo.userId, cleoAt],
        [ben.userId, benAt],
      ])
      expect(found.map((one) => one.UserDisplayName)).toEqual(['', 'Captain'])
      expect(times(await readersOf(ann, group, second))).toEqual([
        [ben.userId, benAt],
        [cleo.userId, host().now()],
      ])
    })

    it('are for its sender only, while the message is there, and are members who could read it', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const id = await write(ann, group, 'hello')
      await read(ben, group, id)
      expect(await ask(ben, group, id)).toMatchObject({ Code: 6 })
      expect(await ask(await signUp(host()), group, id)).toMatchObject({ Code: 11 })
      for (const wrong of [0, -1, '1', null, undefined])
        expect(await ask(ann, group, wrong), String(wrong)).toMatchObject({ Code: 4 })
      expect(await ask(ann, group, id + 1_000_000)).toMatchObject({ Code: 7 })
      dataOrThrow(await callAs(host(), cleo, '/QuitGroup', { GroupID: group }))
      dataOrThrow(
        await callAs(host(), ann, '/CheckGroupManualVerified', { GroupID: group, UserIDs: `${cleo.userId}` }),
      )
      await callAs(host(), cleo, '/ReadAllGroupChat', { GroupID: group, GroupChatId: 0 })
      expect((await readersOf(ann, group, id)).map(({ UserID }) => UserID)).toEqual([ben.userId])
      dataOrThrow(await callAs(host(), ben, '/QuitGroup', { GroupID: group }))
      expect(await readersOf(ann, group, id)).toEqual([])
    })
  })
}
