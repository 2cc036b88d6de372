import { Buffer } from 'node:buffer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTimelineHandle } from '#client/timeline.ts'
import { InProcessWorld, type Person } from './in-process-world.ts'

const content = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
const file = { name: 'holiday.png', type: 'image/png', size: content.length, content }

let world: InProcessWorld
beforeAll(async () => {
  world = await InProcessWorld.open()
}, 60_000)
afterAll(async () => {
  await world.backend.close()
})

const accountOf = ({ client }: Person) => {
  const account = client.account.get()
  if (!account) throw new Error('Nobody is signed in')
  return account
}

async function signUp(phone: string): Promise<Person> {
  const person = world.start()
  const { authentication, account } = person.client
  const number = { telCode: '86', phone }
  await world.finished(authentication.sendCode(number, 'sign-up'))
  const code = person.notices.at(-1)?.text?.match(/\d+/)?.[0] ?? ''
  expect(await world.finished(authentication.signUp(number, code))).toMatchObject({ isOk: true })
  await world.until('connected', () => account.get()?.connection.get().status === 'connected')
  return person
}

/** Two friends, both with their conversation open. */
async function meet() {
  const [anna, ben] = [await signUp('13800000011'), await signUp('13800000012')]
  const application = { userId: accountOf(ben).userId, remark: '', chatId: '', source: 'Search' }
  await world.finished(accountOf(anna).contacts.apply(application))
  await world.until('the application', () => accountOf(ben).applications.get().pending.length === 1)
  const [pending] = accountOf(ben).applications.get().pending
  if (!pending) throw new Error('No application')
  await world.finished(accountOf(ben).contacts.accept(pending.applicationId))
  await world.until('the conversation', () =>
    [anna, ben].every((person) => accountOf(person).conversations.get().length === 1),
  )
  const [conversation] = accountOf(anna).conversations.get()
  if (!conversation) throw new Error('No conversation')
  return { anna, ben, id: conversation.id }
}

describe('an attachment between two clients and the real backend', () => {
  it('waits offline, then is uploaded, sent and received with its size; its file is removed from the device [LIFE-02 MEDIA-23 MEDIA-29 MEDIA-33 MSG-08]', async () => {
    const { anna, ben, id } = await meet()
    const [own, others] = [
      accountOf(anna).openTimeline(id, openTimelineHandle),
      accountOf(ben).openTimeline(id, openTimelineHandle),
    ]
    const { media, dispatch } = accountOf(anna)

    anna.environment.set({ isOnline: false })
    const picture = { kind: 'image' as const, file, width: 640, height: 480 }
    expect(await world.finished(media.sendAttachment(id, picture))).toMatchObject({ isOk: true })
    expect(anna.notices.at(-1)).toMatchObject({ key: 'connection.disconnected' })
    await world.until('it waits', () => own.view.get().messages.length === 1)
    const [waiting] = own.view.get().messages
    expect(waiting).toMatchObject({ type: 'pic', body: '', state: 'pending', attachment: { width: 640 } })
    const fileKey = waiting?.attachment?.fileKey ?? ''
    expect(await world.finished(media.localFile(fileKey))).toMatchObject({ name: 'holiday.png' })

    anna.environment.set({ isOnline: true })
    await world.until('ben has it', () => others.view.get().messages.length === 1)
    const [received] = others.view.get().messages
    expect(received).toMatchObject({ type: 'pic', isOwn: false })
    expect(received?.body).toMatch(/^\/files\/messages\/[0-9a-f]{40}\.png\?w=640&h=480$/)
    await world.until('anna knows', () => own.view.get().messages[0]?.state === 'sent')
    expect(own.view.get().messages[0]?.body).toBe(received?.body)
    expect(await world.finished(media.localFile(fileKey))).toBeUndefined()

    // A file that is no picture is not sent, and its sender sees the reason.
    const words = { ...file, content: new TextEncoder().encode('only words') }
    await world.finished(media.sendAttachment(id, { kind: 'image', file: words }))
    await world.until('it is rejected', () => own.view.get().messages[1]?.state === 'failed')
    expect(anna.notices.at(-1)).toMatchObject({ kind: 'warning', text: 'This file cannot be used.' })
    await world.finished(dispatch({ type: 'SendText', conversationId: id, text: 'after it' }))
    await world.until('nothing is held up', () => others.view.get().messages[1]?.body === 'after it')

    // It can be sent as a file, under its name and up to the server's limit for files.
    const limits = await world.finished(media.uploadLimits())
    expect(limits).toEqual({ image: 10, video: 50, audio: 20, file: 50 })
    await world.finished(
      media.sendAttachment(id, {
        kind: 'file',
        file: { ...words, size: words.content.length, name: 'notes.txt' },
      }),
    )
    await world.until('the file has come', () => others.view.get().messages[2]?.type === 'file')
    expect(others.view.get().messages[2]?.body).toMatch(/^\/files\/messages\/[0-9a-f]{40}\.bin\|notes\.txt$/)

    // A file that is too large is rejected before it is stored.
    const large = await world.finished(
      media.sendAttachment(id, { kind: 'image', file: { ...file, size: 10_500_001 } }),
    )
    expect(large).toMatchObject({ isOk: false, rejection: { key: 'errors.file-size-limit' } })
    expect([anna.faults, ben.faults, world.backend.faults]).toEqual([[], [], []])
    await world.finished(anna.client.dispose())
    await world.finished(ben.client.dispose())
  })
})
