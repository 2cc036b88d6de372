/** Every Cmd of the socket, in one place (DEC-47) [SOCK-28]. Names below the line are the server's own. */
export const command = {
  login: 'Login',
  logout: 'Logout',
  heartBeat: 'HeartBeat',
  chat: 'Chat',
  groupChat: 'GroupChat',
  deleteChat: 'DeleteChat',
  deleteGroupChat: 'DeleteGroupChat',
  unsubscribe: 'UnSubscribe',
  invite: 'Invite',
  // ---
  connected: 'Connected',
  chatResponse: 'ChatResponse',
  groupChatResponse: 'GroupChatResponse',
  groupEvent: 'GroupEvent',
  groupUserMute: 'GroupUserMute',
  groupRead: 'ReadGroupChat',
  readReceipt: 'ReadChat',
  ownRead: 'ReadChatSelf',
  newSession: 'NewChatSession',
  friendApply: 'FriendApply',
  online: 'Online',
  offline: 'Offline',
  forcedLogout: 'ForcedLogout',
  tokenUpdate: 'UpdateToken',
} as const
export type Command = (typeof command)[keyof typeof command]
