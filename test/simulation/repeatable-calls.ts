import * as account from '#schemas/wire/calls/account.ts'
import * as contacts from '#schemas/wire/calls/contacts.ts'
import * as conversations from '#schemas/wire/calls/conversations.ts'
import * as messageChanges from '#schemas/wire/calls/message-changes.ts'
import * as profile from '#schemas/wire/calls/profile.ts'
import * as settings from '#schemas/wire/calls/service-settings.ts'
import * as system from '#schemas/wire/calls/system.ts'

/** Paths of calls that the contract allows to repeat (DEC-125). The simulated network repeats only these. */
const repeatablePaths: readonly string[] = [
  account,
  contacts,
  conversations,
  messageChanges,
  profile,
  settings,
  system,
]
  .flatMap((area) => Object.values(area))
  .flatMap((call) => ('path' in call && call.kind !== 'once' ? [call.path] : []))

export const isRepeatableCall = (url: string): boolean =>
  repeatablePaths.some((path) => new URL(url).pathname.endsWith(path))
