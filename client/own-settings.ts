import type { AccountCore } from '#machines/account/account-core.ts'
import type { AccountClient } from './client.ts'

/**
 * What a person sets for a conversation of either kind, for themselves on all their devices: it holds here at once, the
 * server hears of it by the outbox, and both its word and a refusal are told as notices [SESS-31 SESS-32 SESS-45 SESS-46].
 */
export const createOwnSettings = ({ log }: AccountCore): Pick<AccountClient, 'setPinned' | 'setMuted'> => ({
  setPinned: (conversationId, isOn) =>
    log.dispatch({ type: 'SetOwnSetting', conversationId, setting: 'pinned', isOn }),
  setMuted: (conversationId, isOn) =>
    log.dispatch({ type: 'SetOwnSetting', conversationId, setting: 'muted', isOn }),
})
