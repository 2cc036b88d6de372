import { describe, expect, it } from 'vitest'
import { self } from '../account-fixture.ts'
import { createLocks } from '../locks.ts'
import { settle } from '../simulated-clock.ts'
import { createBus, openTab } from './leader-harness.ts'

describe('a group that this user left', () => {
  it.each(['Leave', 'Remove'] as const)(
    'by %s is unsubscribed from immediately with a frame to the app, unlike one that another member left [SOCK-33 SOCK-68 SOCK-69 SESS-54] (DEC-124)',
    async (Type) => {
      const { logIn, notices, socket } = await openTab(createLocks(), createBus().open())
      await logIn()
      const departure = { Cmd: 'GroupEvent' as const, Type, GroupID: 4, GroupName: 'Walks', GroupImg: '' }
      socket.last().receive({ ...departure, UserID: 99 })
      await settle()
      const unsubscribed = () => socket.last().sentOf('UnSubscribe')
      expect([unsubscribed(), notices]).toEqual([[], []])
      socket.last().receive({ ...departure, UserID: self })
      await settle()
      expect(unsubscribed()).toEqual([{ Cmd: 'UnSubscribe', UID: self, GroupID: 4 }])
      expect(notices).toEqual([{ kind: 'error', key: 'conversation.group.has-left' }])
    },
  )
})
