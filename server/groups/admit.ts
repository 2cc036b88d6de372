import type { Audience } from '../conversations/tell-message.ts'
import { tellMessage } from '../conversations/tell-message.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { settleApplications } from './application-rows.ts'
import type { Group } from './group-facts.ts'
import { groupEvent } from './group-frames.ts'
import { insertNewcomers } from './joining.ts'
import { nameOf } from './membership-changes.ts'
import { storeNotice } from './notices.ts'

/** Tells what a transaction did; to be called once it is committed. */
export type Telling = () => void

export interface Newcomer {
  readonly accountId: number
  /** How they came in [ADMIN-26]; 0 says nothing. */
  readonly joinMethod: number
}

/** Lets one person into a group whose members are `before`; inside a transaction [SOCK-74]. */
export async function admit(
  services: Services,
  transaction: Database,
  group: Group,
  before: readonly number[],
  { accountId, joinMethod }: Newcomer,
): Promise<Telling> {
  const { conversationId } = group
  await insertNewcomers(services, transaction, conversationId, before, [accountId])
  const news = await settleApplications(services, transaction, group, [accountId])
  const Names = [await nameOf(transaction, accountId)]
  const notice = { Kind: 'joined', Names, JoinMethod: joinMethod } as const
  const row = await storeNotice(services, transaction, conversationId, accountId, notice)
  const audience: Audience = { accountIds: [...before, accountId], group }
  return () => {
    services.connections.deliver(audience, groupEvent(group, 'Join', accountId))
    tellMessage(services, row, audience)
    if (news) services.connections.deliver(news, news.frame)
  }
}
