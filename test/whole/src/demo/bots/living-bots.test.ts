import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TimelineHandle } from '#client/timeline.ts'
import { parseConversationId } from '#schemas/ids.ts'
import type { Bots } from '#src/demo/bots/start-bots.ts'
import type { BotKey } from '#src/demo/world/persona-keys.ts'
import { accountIdOf, conversationPlans, friendKeys } from '#src/demo/world/personas.ts'
import { type LivingWorld, openLivingWorld } from '#test/unit/src/demo/bots/living-world.ts'

const minute = 60_000

/** The cases continue one another in one world. */
describe('bots', () => {
  let world: LivingWorld
  let bots: Bots
  const timelines: TimelineHandle[] = []
  beforeAll(async () => {
    world = await openLivingWorld()
    bots = world.startBots(true)
  }, 60_000)
  afterAll(async () => {
    for (const timeline of timelines) timeline.close()
    await world.close()
  })

  const conversationWith = (bot: BotKey) => {
    const found = world.person.conversations.get().find(({ peerId }) => peerId === accountIdOf(bot))
    if (!found) throw new Error(`there is no conversation with ${bot}`)
    return found.id
  }
  const open = (bot: BotKey) => {
    const timeline = world.person.openTimeline(conversationWith(bot))
    timelines.push(timeline)
    return () => timeline.view.get().messages
  }
  const send = (bot: BotKey, text: string) =>
    world.person.dispatch({ type: 'SendText', conversationId: conversationWith(bot), text })

  it('live in a world that matches its plan', async () => {
    const { conversations, applications, friends } = world.person
    await world.until(
      'all',
      () => (conversations.get().length === conversationPlans.length ? true : undefined),
      minute,
    )
    const found = new Map(conversations.get().map((row) => [parseConversationId(row.id).wireId, row]))
    for (const [index, plan] of conversationPlans.entries()) {
      const { isPinned = false, isMuted = false, isNew = false, unread = 0 } = plan
      expect(found.get(index + 1)).toMatchObject({ isPinned, isMuted, isNew, unreadCount: unread })
      expect(found.get(index + 1)?.kind).toBe(plan.kind === 'direct' ? 'direct' : 'group')
    }
    const hasContacts = () =>
      applications.get().pending.length === 3 && friends.get().length === friendKeys.length
    await world.until('friends and three applications', () => hasContacts() || undefined, minute)
  }, 60_000)

  it('read a message before they answer it', async () => {
    const messages = open('echo')
    await send('echo', 'is anybody on the mountain?')
    const isOwnRead = () => messages().at(-1)?.isOwn === true && messages().at(-1)?.state === 'read'
    await world.until('the mark', () => isOwnRead() || undefined, minute)
    const answer = await world.until('the echo', () => messages().find(isEchoOf('mountain')), minute)
    expect(answer.senderId).toBe(accountIdOf('echo'))
  }, 60_000)

  it('paint a picture', async () => {
    const messages = open('painter')
    await send('painter', 'what do you see?')
    const picture = await world.until(
      'the picture',
      () => messages().find(({ type }) => type === 'pic'),
      5 * minute,
    )
    expect(picture.body).toMatch(/^\/files\/messages\/[0-9a-f]{40}\.png\?w=\d+&h=\d+$/)
  }, 60_000)

  it('read without an answer if their persona is silent', async () => {
    const messages = open('reader')
    await send('reader', 'hello?')
    await world.until('the mark', () => messages().at(-1)?.state === 'read' || undefined, minute)
    await world.time.runUntil(world.time.now() + 5 * minute)
    expect(messages().at(-1)?.body).toBe('hello?')
  }, 60_000)

  it('send a friend request, and greet once it is accepted', async () => {
    const application = await world.until(
      'the application',
      () => world.person.applications.get().pending.find(({ userId }) => userId === accountIdOf('newcomer')),
      2 * minute,
    )
    void world.person.contacts.accept(application.applicationId)
    const hasGreeted = () =>
      world.person.conversations
        .get()
        .some(({ peerId, unreadCount }) => peerId === accountIdOf('newcomer') && unreadCount > 1)
    await world.until('the greeting', () => hasGreeted() || undefined, 2 * minute)
  }, 60_000)

  it('answer only messages that arrived since the last answer after a restart', async () => {
    const echoes = open('echo')
    const others = (['painter', 'reader', 'newcomer', 'slow'] as const).map((bot) => open(bot))
    await world.time.runUntil(world.time.now() + 3 * minute)
    await bots.stop()
    await send('echo', 'a word in between')
    const before = others.map((messages) => messages().length)
    bots = world.startBots(false)
    await world.until('the echo', () => echoes().find(isEchoOf('in between')), 2 * minute)
    await world.time.runUntil(world.time.now() + 4 * minute)
    expect(others.map((messages) => messages().length)).toEqual(before)
    expect(echoes().filter(isEchoOf('mountain'))).toHaveLength(1)
    await bots.stop()
    expect(world.faults).toEqual([])
  }, 60_000)
})

const isEchoOf = (text: string) => (message: { readonly isOwn: boolean; readonly body: string }) =>
  !message.isOwn && message.body.includes(text)
