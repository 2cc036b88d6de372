import type { NotifierPort } from '../ports.ts'

/** For clients nobody listens to: bots, load generators, tests of other things. */
export const silentNotifier: NotifierPort = {
  hasFocus: () => true,
  subscribe: () => () => undefined,
  sound: () => undefined,
  vibrate: () => undefined,
  show: () => undefined,
  dismiss: () => undefined,
}
