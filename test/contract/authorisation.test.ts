import { afterAll, beforeAll, expect, it } from 'vitest'
import { routes } from '#server/calls/call-table.ts'
import { type Asker, askers, openCast, type Targets } from './authorisation-cast.ts'
import type { ContractHost } from './contract-host.ts'
import { openInProcessHost } from './in-process-host.ts'
import { newClientId } from './people.ts'

/** Needs no sign-in. */
const open = 'open'
/** Concerns the calling account only: everyone who is signed in may make it. */
const own = 'own'

/** A call about an object of Ann's or of the group, and the code for each caller, in the order of `askers`. */
interface Row {
  readonly fields: (targets: Targets, asker: Asker) => object
  readonly codes: string
}
const about = (fields: Row['fields'], codes: string): Row => ({ fields, codes })

const inGroup = ({ group }: Targets) => ({ GroupID: group })
const inChat = ({ conversation }: Targets) => ({ ChatSessionID: conversation })
const message = () => ({ Message: 'hello', MsgType: 'txt', TimeStamp: 1, ClientMsgId: newClientId() })
const victim = ({ group, victims }: Targets, asker: Asker) => ({
  GroupID: group,
  UserID: asker === 'owner' ? victims[1] : victims[0],
})

/**
 * Every call of the server. Calls with the largest changes come last. No caller is blocked or a former friend: the
 * contract of the blacklist tests those.
 */
const table: Readonly<Record<string, typeof open | typeof own | Row>> = {
  '/GETVABCP': open,
  '/PhoneRegister': open,
  '/PhoneLogin': open,
  '/CheckPhoneCode': open,
  '/UpdateToken': open,
  '/GetCountryList': open,
  '/GetConfig': open,
  '/GetVersion': open,
  // Needs the key of a push message: test/unit/server/push.
  '/ReadPushed': open,
  '/GetSignIns': own,
  '/IsSetPassWord': own,
  '/CheckPassword': own,
  '/UpdatePassword': own,
  '/GetUserInfo': own,
  '/UpdateNickName': own,
  '/UpdateUserSign': own,
  '/UploadHeadImg': own,
  '/GetVerifiedFriendSetting': own,
  '/UpdateVerifiedFriendSetting': own,
  '/GetTypingSetting': own,
  '/UpdateTypingSetting': own,
  '/GetNotificationSettings': own,
  '/UpdateNotificationSettings': own,
  '/UpdateDeviceToken': own,
  '/SearchUserByPhoneAndID': own,
  '/ApplyFriend': own,
  '/GetUserQRCode': own,
  '/GetUserInfoByQRCode': own,
  '/GetGroupInfoByQRCode': own,
  '/GetRegisterCodeData': own,
  '/ApplyFriendQRCode': own,
  '/ApplyFriendByRegisterCode': own,
  '/GetFriendApplications': own,
  '/GetHistoryApplications': own,
  '/GetFriends': own,
  '/GetBlackList': own,
  '/GetAllSessionList': own,
  '/GetAllSessionData': own,
  '/CreateGroup': own,
  '/UploadFile': own,
  '/OpenFiles': own,
  '/ForwardMessages': own,
  '/GetUserReasonList': own,
  '/GetGroupReasonList': own,
  '/AddReport': own,
  '/GetEmote': own,
  '/GetEmoteClass': own,
  '/GetUserStickers': own,
  '/AddSticker': own,
  '/DeleteSticker': own,
  '/GetCollects': own,
  '/AddCollect': own,
  '/GetTags': own,
  '/SearchMyGroupAllUsers': own,
  '/CreateTag': own,
  '/GetSystemSetting': own,
  '/NotifyFileEndPointDomainChange': own,
  '/GetChatSessionByID': about(inChat, '2 2 1 0 1 1 1 1 0'),
  '/GetChatData': about((targets) => ({ ...inChat(targets), Status: 2 }), '2 2 11 0 11 11 11 11 0'),
  '/GetDeleteChat': about((targets) => ({ ...inChat(targets), UpdateTime: 0 }), '2 2 11 0 11 11 11 11 0'),
  '/SendChat': about((targets) => ({ ...inChat(targets), ...message() }), '2 2 3 0 3 3 3 3 0'),
  // After the messages of the row above.
  '/GetChatSearchResult': about(
    (targets) => ({ ...inChat(targets), Keyword: 'hello' }),
    '2 2 20 0 20 20 20 20 0',
  ),
  '/ReadChat': about((targets) => ({ ...inChat(targets), ChatID: 1 }), '2 2 11 0 11 11 11 11 0'),
  '/ReadAllChat': about((targets) => ({ ...inChat(targets), ChatID: 0 }), '2 2 11 0 11 11 11 11 0'),
  '/UpdateChatSession': about(
    (targets) => ({ ...inChat(targets), ReadDelete: 0, AutoDeleteTime: 0 }),
    '2 2 11 0 11 11 11 11 0',
  ),
  '/ReactToMessage': about(
    (targets) => ({ ...inChat(targets), ChatID: 987_654_321, Emoji: '👍' }),
    '2 2 11 7 11 11 11 11 7',
  ),
  '/EditMessage': about(
    (targets) => ({ ...inChat(targets), ChatID: 987_654_321, Message: 'x', TimeStamp: 1 }),
    '2 2 11 7 11 11 11 11 7',
  ),
  '/PinMessage': about(
    (targets) => ({ ...inChat(targets), ChatID: 987_654_321, IsPinned: true }),
    '2 2 11 7 11 11 11 11 7',
  ),
  '/GetPinnedMessages': about(inChat, '2 2 11 0 11 11 11 11 0'),
  '/GetMessageReactions': about(
    (targets) => ({ ...inChat(targets), ChatID: 987_654_321 }),
    '2 2 11 7 11 11 11 11 7',
  ),
  '/GetMessageReaders': about(
    (targets) => ({ ...inGroup(targets), ChatID: 987_654_321 }),
    '2 2 11 11 11 7 7 7 7',
  ),
  '/GetMessageChanges': about((targets) => ({ ...inChat(targets), Version: 0 }), '2 2 11 0 11 11 11 11 0'),
  '/SaveDraft': about(
    (targets) => ({ ...inChat(targets), Message: 'x', Mentions: [], TimeStamp: 1 }),
    '2 2 11 0 11 11 11 11 0',
  ),
  '/GetDraft': about(inChat, '2 2 11 0 11 11 11 11 0'),
  '/UpdateSessionTop': about((targets) => ({ ...inChat(targets), IsTop: 0 }), '2 2 11 0 11 11 11 11 0'),
  '/UpdateSessionDoNotDisturb': about(
    (targets) => ({ ...inChat(targets), IsNotDisturb: 0 }),
    '2 2 11 0 11 11 11 11 0',
  ),
  '/CreateChatSession': about(({ friendId }) => ({ UserID: friendId }), '2 2 6 6 6 6 6 6 0'),
  '/GetTagMembers': about(({ tag }) => ({ TagID: tag }), '2 2 7 7 7 7 7 7 0'),
  '/UpdateTag': about(({ tag }) => ({ TagId: tag, TagName: 'Work' }), '2 2 7 7 7 7 7 7 0'),
  '/AddTagMembers': about(
    ({ tag, friendId }) => ({ TagId: tag, MemberIds: [friendId] }),
    '2 2 7 7 7 7 7 7 0',
  ),
  '/AddFriendToTag': about(
    ({ tag, friendId }) => ({ FriendId: friendId, TagIds: [tag] }),
    '2 2 7 7 7 7 7 7 0',
  ),
  '/RemoveTagMember': about(({ tag, friendId }) => ({ TagId: tag, MemberId: friendId }), '2 2 0 0 0 0 0 0 0'),
  '/RemoveFriendFromTag': about(
    ({ tag, friendId }) => ({ FriendId: friendId, TagIds: [tag] }),
    '2 2 0 0 0 0 0 0 0',
  ),
  // Removing a missing item is no error; it is searched only among the caller's own.
  '/DeleteTags': about(({ tag }) => ({ TagIds: [tag] }), '2 2 0 0 0 0 0 0 0'),
  '/DeleteCollect': about(({ collection }) => ({ ID: collection }), '2 2 1 1 1 1 1 1 0'),
  '/DeleteBlackList': about(() => ({ BlackListID: 987_654_321 }), '2 2 0 0 0 0 0 0 0'),
  '/RemarkFriend': about(({ friendId }) => ({ FriendUserID: friendId, RemarkName: '' }), '2 2 6 6 6 6 6 6 0'),
  // The friend would block themselves.
  '/AddBlackList': about(({ friendId }) => ({ UserID: friendId }), '2 2 7 4 7 7 7 7 0'),
  '/DeleteFriend': about(({ friendId }) => ({ UserID: friendId }), '2 2 6 6 6 6 6 6 0'),
  '/AcceptFriendApply': about(({ application }) => ({ ID: application }), '2 2 7 7 7 7 7 7 0'),
  '/RejectFriendApply': about(
    ({ otherApplication: application }) => ({ ID: application }),
    '2 2 7 7 7 7 7 7 0',
  ),
  '/ReplyFriendApply': about(
    ({ application }) => ({ ID: application, Content: 'Who?' }),
    '2 2 7 7 7 7 7 7 7',
  ),
  '/GetGroupInfoByGroupID': about(({ group }) => ({ GroupId: group }), '2 2 1 1 1 0 0 0 0'),
  '/GetGroupQRCode': about(({ group }) => ({ GroupId: group }), '2 2 11 11 11 0 0 0 0'),
  '/GetGroupChatData': about((targets) => ({ ...inGroup(targets), Status: 2 }), '2 2 11 11 11 0 0 0 0'),
  '/GetDeleteGroupChat': about((targets) => ({ ...inGroup(targets), UpdateTime: 0 }), '2 2 11 11 11 0 0 0 0'),
  '/SendGroupChat': about((targets) => ({ ...inGroup(targets), ...message() }), '2 2 3 3 3 6 0 0 0'),
  '/ReadAllGroupChat': about(inGroup, '2 2 11 11 11 0 0 0 0'),
  '/GroupUserSetName': about((targets) => ({ ...inGroup(targets), MemberName: '' }), '2 2 11 11 11 0 0 0 0'),
  '/GetGroupJoinApplications': about(({ group }) => ({ GroupId: group }), '2 2 11 11 11 6 6 0 0'),
  '/ProcessGroupJoinApplication': about(
    (targets) => ({ ...inGroup(targets), ApplicationID: targets.groupApplication, Status: '1' }),
    '2 2 11 11 11 6 6 0 0',
  ),
  '/UpdateGroup': about((targets) => ({ ...inGroup(targets), GroupName: 'Walks' }), '2 2 11 11 11 6 6 0 0'),
  '/UpdateGroupInfo': about((targets) => ({ ...inGroup(targets), Info: '' }), '2 2 11 11 11 6 6 0 0'),
  '/UpdateGroupAllBan': about((targets) => ({ ...inGroup(targets), AllBan: 0 }), '2 2 11 11 11 6 6 0 0'),
  '/BanGroupUser': about(
    (targets, asker) => ({ ...victim(targets, asker), Status: 0 }),
    '2 2 11 11 11 6 6 0 0',
  ),
  '/ChangeGroupUserRole': about(
    (targets, asker) => ({ ...victim(targets, asker), Role: 0 }),
    '2 2 11 11 11 6 6 0 0',
  ),
  '/CheckGroupManualVerified': about(
    (targets) => ({ ...inGroup(targets), UserIDs: `${targets.ownFriendId}` }),
    '2 2 11 11 11 6 6 6 0',
  ),
  '/KickOutGroup': about((targets, asker) => victim(targets, asker), '2 2 11 11 11 6 6 0 0'),
  '/JoinGroup': about((targets) => ({ ...inGroup(targets), Remark: '' }), '2 2 7 7 6 0 0 0 0'),
  '/ApplyJoinGroup': about((targets) => ({ ...inGroup(targets), Remark: '' }), '2 2 0 0 6 0 0 0 0'),
  '/TransGroup': about(
    ({ group, managerId }) => ({ GroupID: group, UserID: managerId }),
    '2 2 11 11 11 6 6 6 0',
  ),
  '/DeleteGroup': about(inGroup, '2 2 11 11 11 6 6 6 0'),
  '/QuitGroup': about(inGroup, '2 2 11 11 11 0 0 0 6'),
  '/EndSignIn': about(({ signIn }) => ({ ID: signIn }), '2 2 7 7 7 7 7 7 0'),
  '/EndOtherSignIns': own,
  '/CancelAccount': own,
  '/Logout': own,
}

let host: ContractHost
beforeAll(async () => {
  host = await openInProcessHost()
  // Starting an embedded PostgreSQL takes seconds, on a busy machine many.
}, 120_000)
afterAll(() => host.close())

it('every call of the server has its row, and every row its call', () => {
  expect(Object.keys(table).sort()).toEqual(routes.map(({ definition }) => definition.path).sort())
})

/** Calls that change the people or the group; each gets a new set-up. */
const changing = new Set([
  '/AddBlackList',
  '/DeleteFriend',
  '/TransGroup',
  '/QuitGroup',
  '/CancelAccount',
  '/Logout',
])

it('every caller gets the response of the table', async () => {
  const shared = await openCast(host)
  const answered: Record<string, string> = {}
  const expected: Record<string, string> = {}
  for (const [path, row] of Object.entries(table)) {
    const { targets, credentials } = changing.has(path) ? await openCast(host) : shared
    const route = routes.find(({ definition }) => definition.path === path)
    const codes: string[] = []
    for (const asker of askers) {
      const { UID, Token } = credentials[asker]
      const fields = typeof row === 'string' ? {} : row.fields(targets, asker)
      const { Code } =
        route?.definition.method === 'GET'
          ? await host.get(path, {}, { uid: `${UID}`, token: Token })
          : await host.call(path, { ...fields, UID, Token, DeviceType: 'web' })
      const isSignedIn = Code === 2 ? 'no' : 'yes'
      codes.push(typeof row === 'string' ? isSignedIn : `${Code}`)
    }
    answered[path] = codes.join(' ')
    const isOpen = (asker: Asker) => row === open || !['anonymous', 'signedOut'].includes(asker)
    expected[path] =
      typeof row === 'string' ? askers.map((asker) => (isOpen(asker) ? 'yes' : 'no')).join(' ') : row.codes
  }
  expect(answered).toEqual(expected)
}, 120_000)
