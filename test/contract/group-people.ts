import type { WireGroupSession } from '#schemas/wire/calls/conversations.ts'
import type { WireGroup } from '#schemas/wire/calls/groups.ts'
import type { WireMessage } from '#schemas/wire/message.ts'
import { befriend, type Calls, callAs, dataOrThrow, newClientId, type Person, signUp } from './people.ts'

export interface GroupPeople {
  /** The owner. */
  readonly ann: Person
  readonly ben: Person
  readonly cleo: Person
  readonly group: number
}

/** Ann creates a group with her two friends. */
export async function createGroup(host: Calls, fields: object = {}): Promise<GroupPeople> {
  const [ann, ben, cleo] = [await signUp(host), await signUp(host), await signUp(host)]
  await befriend(host, ann, ben)
  await befriend(host, ann, cleo)
  const UserIDs = [ann, ben, cleo].map(({ userId }) => userId).join('|')
  const created = await callAs(host, ann, '/CreateGroup', {
    GroupName: ' Sunday walks ',
    GroupImg: '',
    UserIDs,
    Info: '',
    JoinType: '0',
    ...fields,
  })
  return { ann, ben, cleo, group: dataOrThrow<WireGroup>(created).ID }
}

export const sayInGroup = (
  host: Calls,
  person: Person,
  GroupID: number,
  Message: string,
  fields: object = {},
) =>
  callAs(host, person, '/SendGroupChat', {
    GroupID,
    Message,
    MsgType: 'txt',
    TimeStamp: 1,
    ClientMsgId: newClientId(),
    ...fields,
  })

/** Returns the newest page of a group for a person. */
export const groupPage = async (host: Calls, person: Person, GroupID: number, fields: object = {}) =>
  dataOrThrow<WireMessage[]>(
    await callAs(host, person, '/GetGroupChatData', { GroupID, Status: 2, ...fields }),
  )

/** The texts of a page, without notices. */
export const textsOf = (messages: readonly WireMessage[]) =>
  messages.filter(({ MsgType }) => MsgType === 'txt').map(({ Message }) => Message)

/** Returns the group's row in a person's list. */
export const groupRow = async (host: Calls, person: Person, group: number) => {
  const list = dataOrThrow<{ Groups: WireGroupSession[] }>(await callAs(host, person, '/GetAllSessionList'))
  return list.Groups.find(({ ID }) => ID === group)
}
