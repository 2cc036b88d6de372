import { markSeen } from '../accounts/accounts.ts'
import { watcherIdsOf, withPresence } from '../contacts/friendships.ts'
import type { ConnectionRecord } from '../ports.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'

/**
 * Records a change of a person's connections, and sends their friends their presence if it changes it [SOCK-50]. The
 * update of the account locks it, so that changes on several nodes run one after another.
 */
export async function announcePresence(
  services: Services,
  change: 'opened' | 'closed',
  connection: ConnectionRecord,
  isEdge: boolean,
): Promise<void> {
  const { accountId } = connection
  await withPresence(services, accountId, async () => {
    const send = await services.database.transaction(async (transaction) => {
      await markSeen(transaction, services.clock.now(), accountId)
      const Cmd = await services.connections.record(transaction, change, connection, isEdge)
      return Cmd && stagePresence(services, transaction, accountId, Cmd)
    })
    send?.()
  })
}

async function stagePresence(
  { connections }: Services,
  transaction: Database,
  accountId: number,
  Cmd: 'Online' | 'Offline',
): Promise<() => void> {
  const accountIds = await watcherIdsOf(transaction, accountId)
  return connections.stage(transaction, [{ to: { accountIds }, frame: { Cmd, FriendID: accountId } }])
}

/** Sends the friends of people that they are offline, because the nodes of their connections have ended. */
export async function announceEnded(services: Services, accountIds: readonly number[]): Promise<void> {
  for (const accountId of accountIds) {
    const send = await services.database.transaction(async (transaction) => {
      await markSeen(transaction, services.clock.now(), accountId)
      const isBack = (await services.connections.onlineAmong([accountId], transaction)).size > 0
      return isBack ? undefined : stagePresence(services, transaction, accountId, 'Offline')
    })
    send?.()
  }
}
