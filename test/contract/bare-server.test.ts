import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '#server/calls/call-table.ts'
import type { ContractHost } from './contract-host.ts'
import { createGroup, sayInGroup } from './group-people.ts'
import { openInProcessHost } from './in-process-host.ts'
import { openMigratedDatabase } from './migrated-database.ts'
import { callAs, connect, dataOrThrow, meet, sendText, settle } from './people.ts'
import { describeDisappearingMessages } from './suite/disappearing-messages.ts'
import { describeForwarding } from './suite/forwarding.ts'
import { describeFrameAudience } from './suite/frame-audience.ts'
import { describeGroupMessages } from './suite/group-messages.ts'
import { describeGroups } from './suite/groups.ts'
import { describeHistory } from './suite/history.ts'
import { describeMessageKinds } from './suite/message-kinds.ts'
import { describeMessages } from './suite/messages.ts'
import { describeSearch } from './suite/search.ts'
import { describeSystem } from './suite/system.ts'

// The parts of the contract about messages, to which extensions add, on a server that has none of them.
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
  describeMessageKinds(host)
  describeHistory(host)
  describeSearch(host)
  describeDisappearingMessages(host)
  describeGroups(host)
  describeGroupMessages(host)
  describeFrameAudience(host)
  describeForwarding(host)

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

  it('says nothing about what a database has from a time with extensions', async () => {
    const { database, close } = await openMigratedDatabase()
    const full = await openInProcessHost({ database })
    const bare = await openInProcessHost({ database, extensions: [] })
    const { ann, group } = await createGroup(full)
    const list = dataOrThrow<{ ChatSessions: { ID: number }[] }>(
      await callAs(full, ann, '/GetAllSessionList'),
    )
    const conversation = list.ChatSessions[0]?.ID ?? 0
    const direct = dataOrThrow<{ ID: number }>(await sendText(full, ann, conversation, 'helo')).ID
    const inGroup = dataOrThrow<{ ID: number }>(await sayInGroup(full, ann, group, 'helo')).ID
    for (const named of [
      { ChatSessionID: conversation, ChatID: direct },
      { GroupID: group, ChatID: inGroup },
    ]) {
      const edit = { Message: 'hello', TimeStamp: full.now() }
      for (const [path, fields] of Object.entries({
        '/ReactToMessage': { Emoji: '👍' },
        '/EditMessage': edit,
        '/PinMessage': { IsPinned: true },
        '/SaveDraft': { Message: 'a draft', Mentions: [], TimeStamp: full.now() },
      }))
        dataOrThrow(await callAs(full, ann, path, { ...named, ...fields }))
    }
    const shownTo = async (host: ContractHost) => {
      const calls = {
        '/GetAllSessionList': {},
        '/GetChatSessionByID': { ChatSessionID: conversation },
        '/GetChatData': { ChatSessionID: conversation, Status: 2 },
        '/GetGroupChatData': { GroupID: group, Status: 2 },
        '/GetAllSessionData': {
          SessionInfos: [
            { SessionType: '1', ID: conversation, FromID: 0 },
            { SessionType: '2', ID: group, FromID: 0 },
          ],
        },
      }
      return Promise.all(
        Object.entries(calls).map(async ([path, fields]) =>
          JSON.stringify(dataOrThrow(await callAs(host, ann, path, fields))),
        ),
      )
    }
    const added = /"(ChangeVersion|PinVersion|Changes|DraftTimeStamp|HasDraft)":/
    const texts = await shownTo(full)
    expect(texts.filter((text) => added.test(text))).toHaveLength(5)
    for (const text of await shownTo(bare)) expect(text).not.toMatch(added)
    // The texts stay as they were edited.
    expect((await shownTo(bare)).join()).toContain('"hello"')
    await close()
  })
})
