import type { Caller } from './calls.ts'

/** Creates a group, or with GroupType 1 a channel, of the caller and these people. Returns its id. */
export async function foundGroup(
  caller: Caller,
  GroupName: string,
  memberIds: readonly number[],
  GroupType: 0 | 1 = 0,
): Promise<number> {
  const UserIDs = [caller.userId, ...memberIds].join('|')
  const request = { GroupName, GroupImg: '', UserIDs, Info: '', JoinType: '0', GroupType }
  return (await caller.call<{ ID: number }>('/CreateGroup', request)).ID
}

let lastMessage = 0
/** Sends a message from the caller to a group. */
export const sayInGroup = (caller: Caller, GroupID: number, Message: string) =>
  caller.call<{ ID: number }>('/SendGroupChat', {
    GroupID,
    Message,
    MsgType: 'txt',
    TimeStamp: 1,
    ClientMsgId: `g${String(++lastMessage).padStart(19, '0')}`,
  })
