import { expect, it } from 'vitest'
import { createAccountLookups } from '#client/account-lookups.ts'
import { createMediaOperations } from '#client/media.ts'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { toListedFriend } from '#schemas/translate/contacts.ts'
import { getSystemSetting } from '#schemas/wire/calls/service-settings.ts'
import { createWritable } from '#streams/readable.ts'
import { first, folded, listed, openAccount, peer, second } from '../machines/account-fixture.ts'
import { answers } from '../machines/fake-caller.ts'

/** A friend as the server lists them, by the type of their account. */
const friendOf = (accountType: number): NewEvent => {
  const { facts } = toListedFriend({ FriendID: peer, FriendInfo: { Type: accountType } })
  return { stream: 'account', type: 'FriendListed', data: { facts }, occurredAt: 1, origin: 'http' }
}

/** An account without stored extensions. */
const noExtensions = {
  storedExtensions: () => ({}),
  storeExtensions: () => {},
  connection: createWritable<ConnectionView>({ status: 'connecting' }),
}

it.each([
  ['an admin', 2, 100],
  ['a user', 1, 20],
])('a video to a friend who is %s (type %i) may have %i MB [MEDIA-29]', async (_, type, limit) => {
  const account = await openAccount([listed(first), friendOf(type)])
  await folded(account.clock)
  account.caller.reply(
    getSystemSetting,
    answers({ videoSizeLimit: 20, adminVideoSizeLimit: 100, internalUserControl: 1 }),
  )
  const ports = { clock: account.clock, random: account.random, visibility: account.environment }
  // Only the fields that determine the limits.
  const core = { ...account, ports, uploadProgress: createWritable(new Map()) } as unknown as AccountCore
  const { settings } = createAccountLookups({ ...account, ...noExtensions })
  const media = createMediaOperations({ core, settings, dispatch: account.log.dispatch })
  expect((await media.uploadLimits(first)).video).toBe(limit)
  expect((await media.uploadLimits(second)).video).toBe(20)
})

it('upload limits are the defaults after 3 s without a response, and change when it arrives [USER-10]', async () => {
  const account = await openAccount([listed(first)])
  await folded(account.clock)
  let respond = () => {}
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  account.caller.reply(getSystemSetting, async () => {
    await responded
    return answers({ videoSizeLimit: 20 })
  })
  const ports = { clock: account.clock, random: account.random, visibility: account.environment }
  // Only the fields that determine the limits.
  const core = { ...account, ports, uploadProgress: createWritable(new Map()) } as unknown as AccountCore
  const { settings } = createAccountLookups({ ...account, ...noExtensions })
  const media = createMediaOperations({ core, settings, dispatch: account.log.dispatch })
  const early = media.uploadLimits(first)
  await account.clock.advance(3000)
  const defaultLimit = (await early).video
  respond()
  expect((await media.uploadLimits(first)).video).toBe(20)
  expect(defaultLimit).not.toBe(20)
})
