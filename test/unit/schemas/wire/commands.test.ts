import { expect, it } from 'vitest'
import { command } from '#schemas/wire/frames/commands.ts'
import { clientFrame } from '#schemas/wire/frames/from-client.ts'
import { readServerFrame } from '#schemas/wire/frames/from-server.ts'

const specified = [
  'Login',
  'Logout',
  'HeartBeat',
  'Chat',
  'GroupChat',
  'DeleteChat',
  'DeleteGroupChat',
  'UnSubscribe',
  'Invite',
]
/** Those of the extensions (docs/extensions.md). */
const added = ['Typing']

it('has the nine commands of the socket, under their own names [SOCK-28]', () => {
  const named: readonly string[] = Object.values(command)
  expect(specified.filter((name) => !named.includes(name))).toEqual([])
})

it('lists all commands of a client; Invite is inbound only [SOCK-28] (DEC-48)', () => {
  const sendable = clientFrame.def.options.map(({ shape }) => shape.Cmd.def.values[0])
  expect([...sendable].sort()).toEqual([...specified.filter((name) => name !== 'Invite'), ...added].sort())
  const invite = readServerFrame(JSON.stringify({ Cmd: 'Invite', GroupID: 5, GroupName: 'Hikers' }))
  expect(invite).toMatchObject({ isValid: true, frame: { Cmd: 'Invite', GroupID: 5 } })
})
