/** Where a friend request comes from, as the route's queries say it. */
export interface RequestOrigin {
  readonly source?: string | undefined
  readonly groupId?: string | undefined
  readonly sessionId?: string | undefined
}

/** The `Source` of an application; anything unknown counts as found by searching [FRIEND-59] (DEC-41). */
export const requestSource = ({ source, groupId, sessionId }: RequestOrigin): string => {
  if (source === 'qrcode') return 'QRCode'
  if (source === 'avatar' && groupId) return `Group:${groupId}:Head`
  if (source === 'contact' && groupId) return `Group:${groupId}:Card`
  if (source === 'contact' && sessionId) return `Session:${sessionId}:Card`
  return 'Search'
}
