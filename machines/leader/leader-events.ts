import type { TabMessage } from '#schemas/cross-tab/tab-message.ts'
import type { SocketAnnouncement } from '../socket/socket-services.ts'
import type { SynchronisationScope } from '../synchronisation/synchronisation-steps.ts'

export type LeaderEvent =
  | { readonly type: 'leadership.won' }
  | { readonly type: 'leadership.lost' }
  | { readonly type: 'leader.silent' }
  | { readonly type: 'tab.said'; readonly message: TabMessage }
  | { readonly type: 'visibility.changed' }
  | { readonly type: 'socket.announced'; readonly announcement: SocketAnnouncement }
  | { readonly type: 'connection.settled' }
  | { readonly type: 'connection.requested' }
  | { readonly type: 'locale.changed' }
  | { readonly type: 'synchronisation.requested'; readonly scope: SynchronisationScope }
  | { readonly type: 'synchronisation.progressed'; readonly isCaughtUp: boolean; readonly hasListed: boolean }
