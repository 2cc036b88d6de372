import type { AccountPorts } from './account-ports.ts'

/** Stands for what only an account asks of the platform, until `here` has it: no account runs before. */
export const lateAccountPorts = (here: () => AccountPorts | undefined): AccountPorts => {
  const ports = (): AccountPorts => {
    const there = here()
    if (there === undefined) throw new Error('an account runs without what it asks of the platform')
    return there
  }
  return {
    notifier: {
      hasFocus: () => ports().notifier.hasFocus(),
      subscribe: (listener) => ports().notifier.subscribe(listener),
      sound: () => ports().notifier.sound(),
      vibrate: (duration) => ports().notifier.vibrate(duration),
      show: (notification) => ports().notifier.show(notification),
      dismiss: (conversation) => ports().notifier.dismiss(conversation),
    },
    media: { makeSmaller: (file, kind, options) => ports().media.makeSmaller(file, kind, options) },
    push: {
      requestToken: (setting) => ports().push.requestToken(setting),
      subscribe: (listener) => ports().push.subscribe(listener),
    },
  }
}
