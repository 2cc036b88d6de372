import { EMPTY } from 'rxjs'
import { createGroupOperations } from '#client/groups.ts'
import type { Notice } from '#domain/notification/toast.ts'
import type { UnsignedTabMessage } from '#schemas/cross-tab/tab-message.ts'
import { type ConversationId, conversationId, userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { getAllSessionList, type WireGroupSession } from '#schemas/wire/calls/conversations.ts'
import { openAccount, self } from '../machines/account-fixture.ts'
import { answers } from '../machines/fake-caller.ts'

/** A listed group, of which this user is a banned plain member. */
export const group = conversationId('group', 4)
export const ben = userId(8)
export const listedGroup: NewEvent = {
  stream: group,
  type: 'ConversationListed',
  data: {
    facts: {
      ...{ conversationId: group, title: 'Walks', avatarUrl: '', isPinned: false, isMuted: false },
      ...{ isNew: false, createdAt: 1 },
      group: {
        ...{ isChannel: false, memberCount: 3, announcement: '', isAllBanned: false },
        ...{ role: 0, isBanned: true, applicationCount: 0 },
      },
    },
  },
  occurredAt: 1,
  origin: 'http',
}
/** The group as the server lists it. */
export const row = (Status: 0 | 1): WireGroupSession => ({
  ...{ ID: 4, UserID: 9, GroupName: 'Walks', UserCount: 3, UnReadCount: 0, GroupType: 0 },
  ...{ IsTop: 0, IsNotDisturb: 0, IsNewSession: 0, GroupJoinApplyCount: 0, LastReadDelete: 0, AllBan: 0 },
  ...{ CreateTime: 1, Self: { Role: 0, Status } },
})

/** The operations on groups over a fake caller, with what they announce, post and notify. */
export async function openGroups() {
  const account = await openAccount([listedGroup])
  const notices: Notice[] = []
  const posted: UnsignedTabMessage[] = []
  const announced: ConversationId[] = []
  const core = {
    ...account,
    userId: self,
    tabs: { messages$: EMPTY, post: (message: UnsignedTabMessage) => void posted.push(message) },
    ports: account,
    notify: (notice: Notice) => void notices.push(notice),
    groupChanges: {
      changed$: EMPTY,
      renamed$: EMPTY,
      announce: (changed: ConversationId) => void announced.push(changed),
    },
  }
  account.caller.reply(getAllSessionList, answers({ ChatSessions: [], Groups: [] }))
  return {
    ...account,
    announced,
    notices,
    posted,
    groups: createGroupOperations(core),
    summary: () => account.log.conversations.get().find(({ id }) => id === group),
    /** Advances the clock so that the log flushes during an operation. */
    async finished<Value>(operation: Promise<Value>): Promise<Value> {
      for (let turn = 0; turn < 20; turn += 1) await account.clock.advance(16)
      return operation
    },
  }
}
