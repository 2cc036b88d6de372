import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkResponses } from './checked-host.ts'
import type { ContractHost } from './contract-host.ts'
import { describeDisappearingMessages } from './suite/disappearing-messages.ts'
import { describeDrafts } from './suite/drafts.ts'
import { describeEditing } from './suite/editing.ts'
import { describeFrameAudience } from './suite/frame-audience.ts'
import { describeFriendships } from './suite/friendships.ts'
import { describeGroupMessages } from './suite/group-messages.ts'
import { describeGroupRaces } from './suite/group-races.ts'
import { describeMessages } from './suite/messages.ts'
import { describePins } from './suite/pins.ts'
import { describeReactions } from './suite/reactions.ts'
import { describeReaders } from './suite/readers.ts'
import { describeSignIns } from './suite/sign-ins.ts'
import { describeSockets } from './suite/sockets.ts'
import { describeTokens } from './suite/tokens.ts'
import { describeTyping } from './suite/typing.ts'
import { openTwoNodesHost } from './two-nodes-host.ts'

let opened: ContractHost | undefined
const host = (): ContractHost => {
  if (!opened) throw new Error('The host is not open')
  return opened
}
beforeAll(async () => {
  opened = checkResponses(await openTwoNodesHost())
}, 120_000)
afterAll(() => opened?.close())

// The parts of the contract in which one node depends on what happened on the other, on PostgreSQL.
describeSignIns(host)
describeTokens(host)
describeMessages(host)
describeFriendships(host)
describeFrameAudience(host)
describeGroupMessages(host)
describeGroupRaces(host)
describeReactions(host)
describeEditing(host)
describePins(host)
describeDrafts(host)
describeReaders(host)
describeDisappearingMessages(host)
describeSockets(host)
describeTyping(host)

it('two nodes have reported no fault except malformed frames', () => {
  expect(host().faults.filter((fault) => !fault.startsWith('malformed-frame'))).toEqual([])
})
