import * as account from '#schemas/wire/calls/account.ts'
import * as collections from '#schemas/wire/calls/collections.ts'
import * as contacts from '#schemas/wire/calls/contacts.ts'
import * as conversations from '#schemas/wire/calls/conversations.ts'
import * as files from '#schemas/wire/calls/files.ts'
import * as forwarding from '#schemas/wire/calls/forwarding.ts'
import * as groupChanges from '#schemas/wire/calls/group-changes.ts'
import * as groups from '#schemas/wire/calls/groups.ts'
import * as notifications from '#schemas/wire/calls/notifications.ts'
import * as profile from '#schemas/wire/calls/profile.ts'
import * as reports from '#schemas/wire/calls/reports.ts'
import * as search from '#schemas/wire/calls/search.ts'
import * as signIns from '#schemas/wire/calls/sign-ins.ts'
import * as stickers from '#schemas/wire/calls/stickers.ts'
import * as system from '#schemas/wire/calls/system.ts'
import * as tags from '#schemas/wire/calls/tags.ts'
import type { AnyCall } from '#schemas/wire/define-call.ts'

const isCall = (entry: unknown): entry is AnyCall =>
  typeof entry === 'object' && entry !== null && 'path' in entry && 'isAuthenticated' in entry

/** Every call of the contract. */
export const callDefinitions: readonly AnyCall[] = [
  account,
  collections,
  contacts,
  conversations,
  files,
  forwarding,
  groupChanges,
  groups,
  notifications,
  profile,
  reports,
  search,
  signIns,
  stickers,
  system,
  tags,
].flatMap((area) => Object.values(area).filter(isCall))
