/** Message types [MSG-07]. The words are the same on the wire, in the log and in storage. */
export const messageTypes = [
  'txt',
  'emo',
  'pic',
  'audio',
  'video',
  'card',
  'notice',
  'noticeallban',
  'file',
  'call',
  'invite',
  'GroupJoin',
  'GroupLeave',
] as const
export type MessageType = (typeof messageTypes)[number]
