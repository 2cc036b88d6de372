/** All Cmd values of the socket (DEC-47) [SOCK-28]. Only the server sends those below the line. */
export const command = {
  login: 'Login',
  logout: 'Logout',
  heartBeat: 'HeartBeat',
  chat: 'Chat',
  groupChat: 'GroupChat',
  deleteChat: 'DeleteChat',
  deleteGroupChat: 'DeleteGroupChat',
  unsubscribe: 'UnSubscribe',
  /** Not in the specification (docs/extensions.md). */
  typing: 'Typing',
  invite: 'Invite',
  // ---
  connected: 'Connected',
  chatResponse: 'ChatResponse',
  groupChatResponse: 'GroupChatResponse',
  groupEvent: 'GroupEvent',
  groupUserMute: 'GroupUserMute',
  groupJoinApply: 'GroupJoinApply',
  deleteUserChats: 'DeleteUserAllChat',
  groupRead: 'ReadGroupChat',
  readReceipt: 'ReadChat',
  ownRead: 'ReadChatSelf',
  newSession: 'NewChatSession',
  friendApply: 'FriendApply',
  online: 'Online',
  offline: 'Offline',
  forcedLogout: 'ForcedLogout',
  tokenUpdate: 'UpdateToken',
  /** Not in the specification (docs/security.md). */
  newSignIn: 'NewSignIn',
  /** Not in the specification (docs/security.md). */
  profileChanged: 'ProfileChanged',
  /** Not in the specification (DEC-212). */
  tagsChanged: 'TagsChanged',
  /** Not in the specification (DEC-199). */
  contactsChanged: 'ContactsChanged',
  /** Not in the specification (docs/extensions.md). */
  messageReacted: 'MessageReacted',
  /** Not in the specification (docs/extensions.md). */
  messageEdited: 'MessageEdited',
  /** Not in the specification (docs/extensions.md). */
  draftSaved: 'DraftSaved',
  /** Not in the specification (docs/extensions.md). */
  messagePinned: 'MessagePinned',
} as const
