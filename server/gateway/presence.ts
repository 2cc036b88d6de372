import { markSeen } from '../accounts/accounts.ts'
import { friendIdsOf } from '../contacts/friendships.ts'
import type { Services } from '../services.ts'

/**
 * Tells a person's friends whether that person is here [SOCK-50]. What is told is how things stand when it is told,
 * so that coming and going quickly ends with the truth.
 */
export async function announcePresence(services: Services, accountId: number): Promise<void> {
  await services.lanes.run(`presence ${accountId}`, async () => {
    await markSeen(services, accountId)
    const accountIds = await friendIdsOf(services.database, accountId)
    const Cmd = services.connections.isOnline(accountId) ? 'Online' : 'Offline'
    services.connections.deliver({ accountIds }, { Cmd, FriendID: accountId })
  })
}
