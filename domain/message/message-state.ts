/** How far a message has come, as a person sees it. */
export type MessageState = 'pending' | 'stale' | 'failed' | 'sent' | 'read'
