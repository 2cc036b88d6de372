import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '#server/calls/call-table.ts'
import type { ContractHost } from './contract-host.ts'
import { openInProcessHost } from './in-process-host.ts'
import { callAs, connect, dataOrThrow, meet, settle } from './people.ts'
import { describeGroupMessages } from './suite/group-messages.ts'
import { describeHistory } from './suite/history.ts'
import { describeMessages } from './suite/messages.ts'
import { describeSystem } from './suite/system.ts'

// The parts of the contract that extensions add fields to, on a server that has none of them.
describe('a server without extensions', () => {
  let opened: ContractHost | undefined
  const host = (): ContractHost => {
    if (!opened) throw new Error('The host is not open')
    return opened
  }
  beforeAll(async () => {
    opened = await openInProcessHost({ extensions: [] })
  }, 120_000)
  afterAll(() => opened?.close())

  describeSystem(host)
  describeMessages(host)
  describeHistory(host)
  describeGroupMessages(host)

  it('names none, and answers their calls like calls that do not exist', async () => {
    const { ann, conversation } = await meet(host())
    const settings = dataOrThrow(await callAs(host(), ann, '/GetSystemSetting'))
    expect(settings).toMatchObject({ Extensions: [] })
    const missing = await callAs(host(), ann, '/Nothing')
    const calls = routes.filter(({ extensions }) => extensions !== undefined)
    expect(calls.length).toBeGreaterThan(0)
    for (const { definition } of calls) {
      const fields = {
        ChatSessionID: conversation,
        GroupID: conversation,
        ChatID: 1,
        Emoji: '👍',
        Version: 0,
        IsTypingShown: 0,
        Message: 'x',
        TimeStamp: 1,
        Mentions: [],
        IsPinned: true,
      }
      expect(await callAs(host(), ann, definition.path, fields), definition.path).toEqual(missing)
    }
  })

  it('says nothing about drafts in the list', async () => {
    const { ann } = await meet(host())
    const list = dataOrThrow<{ ChatSessions: object[] }>(await callAs(host(), ann, '/GetAllSessionList'))
    expect(list.ChatSessions).toHaveLength(1)
    expect(list.ChatSessions[0]).not.toHaveProperty('DraftTimeStamp')
  })

  it('passes on nothing that people type', async () => {
    const { ann, ben, conversation } = await meet(host())
    const [fromAnn, fromBen] = [await connect(host(), ann), await connect(host(), ben)]
    fromAnn.send({ Cmd: 'Typing', ChatSessionID: conversation, State: 'typing' })
    await settle(fromAnn, ann)
    await settle(fromBen, ben)
    expect(fromBen.frames.filter(({ Cmd }) => Cmd === 'Typing')).toEqual([])
  })
})
