import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkResponses } from './checked-host.ts'
import type { ContractHost } from './contract-host.ts'
import { describeAccountDeletion } from './suite/account-deletion.ts'
import { describeApplicationReplies } from './suite/application-replies.ts'
import { describeBlacklist } from './suite/blacklist.ts'
import { describeCodes } from './suite/codes.ts'
import { describeCollections } from './suite/collections.ts'
import { describeContacts } from './suite/contacts.ts'
import { describeDisappearingMessages } from './suite/disappearing-messages.ts'
import { describeDrafts } from './suite/drafts.ts'
import { describeEditing } from './suite/editing.ts'
import { describeFileKinds } from './suite/file-kinds.ts'
import { describeFiles } from './suite/files.ts'
import { describeForwardedFiles } from './suite/forwarded-files.ts'
import { describeForwarding } from './suite/forwarding.ts'
import { describeForwardingLimits } from './suite/forwarding-limits.ts'
import { describeFrameAudience } from './suite/frame-audience.ts'
import { describeFriendships } from './suite/friendships.ts'
import { describeGroupConsent } from './suite/group-consent.ts'
import { describeGroupJoining } from './suite/group-joining.ts'
import { describeGroupMessages } from './suite/group-messages.ts'
import { describeGroupRaces } from './suite/group-races.ts'
import { describeGroups } from './suite/groups.ts'
import { describeGuards } from './suite/guards.ts'
import { describeHistory } from './suite/history.ts'
import { describeHttp } from './suite/http.ts'
import { describeMessageKinds } from './suite/message-kinds.ts'
import { describeMessages } from './suite/messages.ts'
import { describeNotifications } from './suite/notifications.ts'
import { describePasswords } from './suite/passwords.ts'
import { describePins } from './suite/pins.ts'
import { describeProfile } from './suite/profile.ts'
import { describeReactions } from './suite/reactions.ts'
import { describeReaders } from './suite/readers.ts'
import { describeReports } from './suite/reports.ts'
import { describeSearch } from './suite/search.ts'
import { describeSignIn } from './suite/sign-in.ts'
import { describeSignIns } from './suite/sign-ins.ts'
import { describeSockets } from './suite/sockets.ts'
import { describeStickers } from './suite/stickers.ts'
import { describeSystem } from './suite/system.ts'
import { describeTags } from './suite/tags.ts'
import { describeTokens } from './suite/tokens.ts'
import { describeTyping } from './suite/typing.ts'
import { findIncompatibilities, toVersion, WireRecording } from './wire-recording.ts'
import { packageVersion, readVersion, storedVersions, writeVersion } from './wire-version.ts'

/** Starting an embedded PostgreSQL takes seconds, on a busy machine many. */
const databaseStart = 120_000

/** The contract of every host of the backend. */
export function contractSuite(open: () => Promise<ContractHost>): void {
  let opened: ContractHost | undefined
  const recording = new WireRecording()
  const host = (): ContractHost => {
    if (!opened) throw new Error('The host is not open')
    return opened
  }
  beforeAll(async () => {
    opened = recording.record(checkResponses(await open()))
  }, databaseStart)
  afterAll(() => opened?.close())

  describeSystem(host)
  describeGuards(host)
  describeSignIn(host)
  describeSignIns(host)
  describeTokens(host)
  describePasswords(host)
  describeProfile(host)
  describeNotifications(host)
  describeAccountDeletion(host)
  describeContacts(host)
  describeApplicationReplies(host)
  describeCodes(host)
  describeBlacklist(host)
  describeFriendships(host)
  describeMessages(host)
  describeMessageKinds(host)
  describeHistory(host)
  describeReactions(host)
  describeReaders(host)
  describeTyping(host)
  describeEditing(host)
  describeDrafts(host)
  describePins(host)
  describeFiles(host)
  describeFileKinds(host)
  describeStickers(host)
  describeCollections(host)
  describeTags(host)
  describeSearch(host)
  describeDisappearingMessages(host)
  describeGroups(host)
  describeGroupConsent(host)
  describeGroupJoining(host)
  describeGroupRaces(host)
  describeFrameAudience(host)
  describeGroupMessages(host)
  describeForwarding(host)
  describeForwardingLimits(host)
  describeForwardedFiles(host)
  describeReports(host)
  describeSockets(host)
  describeHttp(host)

  it('clients and servers of each stored version understand the messages of the suite', () => {
    const recorded = recording.channels()
    // Set by `npm run wire-version`.
    if (process.env.STORE_WIRE_VERSION) writeVersion(packageVersion, toVersion(recorded))
    const found = storedVersions().flatMap((version) =>
      findIncompatibilities(readVersion(version), recorded).map((found) => `${version}: ${found}`),
    )
    expect(found).toEqual([])
  })

  it('the host has reported no fault except malformed frames and reported file domains', () => {
    const isExpected = (fault: string) => /^(malformed-frame|file-domain)/.test(fault)
    expect(host().faults.filter((fault) => !isExpected(fault))).toEqual([])
  })
}
