import type { ContractHost } from './contract-host.ts'
import {
  befriendInConversation,
  callAs,
  dataOrThrow,
  type Person,
  signUp,
  telCode,
  toPerson,
} from './people.ts'

/**
 * The callers and their relation to Ann and to her public group, which she owns. `signedOut` is a signed-out device of
 * Ann's.
 */
export const askers = [
  'anonymous',
  'signedOut',
  'stranger',
  'friend',
  'removed',
  'muted',
  'member',
  'manager',
  'owner',
] as const
export type Asker = (typeof askers)[number]

/** The objects of the calls. */
export interface Targets {
  readonly group: number
  /** Ann's conversation with her friend. */
  readonly conversation: number
  readonly friendId: number
  /** Another friend of Ann's, who is not in the group. */
  readonly ownFriendId: number
  readonly managerId: number
  readonly tag: number
  readonly collection: number
  /** Requests to be Ann's friend, and one to join the group. */
  readonly application: number
  readonly otherApplication: number
  readonly groupApplication: number
  /** Another session of Ann's. */
  readonly signIn: number
  /** Plain members to be muted or removed: by the manager, and by the owner. */
  readonly victims: readonly [number, number]
}

/** Sets up Ann, her group and all callers. */
export async function openCast(host: ContractHost): Promise<{
  readonly targets: Targets
  readonly credentials: Readonly<Record<Asker, { readonly UID: number; readonly Token: string }>>
}> {
  const ann = await signUp(host)
  dataOrThrow(await callAs(host, ann, '/UpdatePassword', { Password: 'secret' }))
  const friendOfAnn = async () => {
    const person = await signUp(host)
    return { person, conversation: await befriendInConversation(host, ann, person) }
  }
  const [friend, ownFriend] = [await friendOfAnn(), await friendOfAnn()]
  const members = [await friendOfAnn(), await friendOfAnn(), await friendOfAnn(), await friendOfAnn()]
  const [removed, muted, member, manager] = members.map(({ person }) => person)
  const victims = [await friendOfAnn(), await friendOfAnn()].map(({ person }) => person)
  const [first, second] = victims
  if (!removed || !muted || !member || !manager || !first || !second) throw new Error('Somebody is missing')
  const created = await callAs(host, ann, '/CreateGroup', {
    ...{ GroupName: 'Walks', GroupImg: '', Info: '', JoinType: '1' },
    UserIDs: [removed, muted, member, manager, ...victims].map(({ userId }) => userId).join('|'),
  })
  const group = dataOrThrow<{ ID: number }>(created).ID
  const inGroup = (path: string, { userId }: Person, fields: object = {}) =>
    callAs(host, ann, path, { GroupID: group, UserID: userId, ...fields })
  dataOrThrow(await inGroup('/ChangeGroupUserRole', manager, { Role: 9 }))
  dataOrThrow(await inGroup('/BanGroupUser', muted, { Status: 0 }))
  dataOrThrow(await inGroup('/KickOutGroup', removed))
  const [applicant, otherApplicant] = [await signUp(host), await signUp(host)]
  dataOrThrow(await callAs(host, applicant, '/ApplyJoinGroup', { GroupID: group, Remark: '' }))
  const [waiting] = dataOrThrow<{ ID: number }[]>(
    await callAs(host, ann, '/GetGroupJoinApplications', { GroupId: group }),
  )
  for (const one of [applicant, otherApplicant])
    dataOrThrow(await callAs(host, one, '/ApplyFriend', { UserID: ann.userId, Remark: '', Source: 'Search' }))
  const [application, otherApplication] = dataOrThrow<{ ID: number }[]>(
    await callAs(host, ann, '/GetFriendApplications'),
  )
  const tag = dataOrThrow<{ Id: number }>(await callAs(host, ann, '/CreateTag', { TagName: 'Work' })).Id
  const saved = {
    Type: 'text',
    Content: 'Remember',
    FromType: 'friend',
    FromID: friend.person.userId,
    FromName: 'F',
  }
  const collection = dataOrThrow<{ ID: number }>(await callAs(host, ann, '/AddCollect', saved)).ID
  const signInAgain = async () =>
    toPerson(
      ann.phone,
      await host.call('/PhoneLogin', { Phone: ann.phone, TelCode: telCode, Password: 'secret' }),
    )
  const other = await signInAgain()
  dataOrThrow(await callAs(host, other, '/Logout'))
  await signInAgain()
  const [signIn] = dataOrThrow<{ ID: number }[]>(await callAs(host, ann, '/GetSignIns'))
  const of = ({ userId, token }: Person) => ({ UID: userId, Token: token })
  return {
    targets: {
      group,
      conversation: friend.conversation,
      friendId: friend.person.userId,
      ownFriendId: ownFriend.person.userId,
      managerId: manager.userId,
      tag,
      collection,
      application: application?.ID ?? 0,
      otherApplication: otherApplication?.ID ?? 0,
      groupApplication: waiting?.ID ?? 0,
      signIn: signIn?.ID ?? 0,
      victims: [first.userId, second.userId],
    },
    credentials: {
      anonymous: { UID: ann.userId, Token: 'nobody' },
      signedOut: of(other),
      stranger: of(await signUp(host)),
      friend: of(friend.person),
      removed: of(removed),
      muted: of(muted),
      member: of(member),
      manager: of(manager),
      owner: of(ann),
    },
  }
}
