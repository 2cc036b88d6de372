import { describe, expect, it } from 'vitest'
import type { AccountClient } from '#client/client.ts'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import { createConnectionHistory } from '#src/app/connection-history.ts'
import { createWritable } from '#streams/readable.ts'
import { createFixtureClient } from '#test/gallery/fixtures/fixture-client.ts'

const accountWith = (connection: AccountClient['connection']): AccountClient => {
  const account = createFixtureClient('usual').account.get()
  if (!account) throw new Error('The fixture has no account')
  return { ...account, connection }
}

const opened = () => {
  let now = 0
  const connection = createWritable<ConnectionView>({ status: 'connecting' })
  const account = createWritable<AccountClient | undefined>(undefined)
  const history = createConnectionHistory(account, () => ++now)
  return { connection, account, history, statuses: () => history.get().map(({ status }) => status) }
}

describe('the connection history', () => {
  it('follows the signed-in account, with times', () => {
    const { account, connection, history } = opened()
    account.set(accountWith(connection))
    connection.set({ status: 'connected' })
    account.set(undefined)
    expect(history.get()).toEqual([
      { status: 'signed-out', at: 1 },
      { status: 'connecting', at: 2 },
      { status: 'connected', at: 3 },
      { status: 'signed-out', at: 4 },
    ])
  })

  it('records changes only, and none of an account that was closed', () => {
    const { account, connection, statuses } = opened()
    account.set(accountWith(connection))
    connection.set({ status: 'offline', since: 1 })
    connection.set({ status: 'offline', since: 2 })
    account.set(undefined)
    connection.set({ status: 'connected' })
    expect(statuses()).toEqual(['signed-out', 'connecting', 'offline', 'signed-out'])
  })

  it('keeps the last fifty changes', () => {
    const { account, connection, history, statuses } = opened()
    account.set(accountWith(connection))
    for (let turn = 0; turn < 40; turn++) {
      connection.set({ status: 'connected' })
      connection.set({ status: 'connecting' })
    }
    expect(history.get()).toHaveLength(50)
    expect(statuses().at(-1)).toBe('connecting')
  })
})
