import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTimelineHandle, type TimelineHandle } from '#client/timeline.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import {
  type ConversationId,
  conversationId,
  parseConversationId,
  type UserId,
  userId,
} from '#schemas/ids.ts'
import type { Bots } from '#src/demo/bots/start-bots.ts'
import type { BotKey } from '#src/demo/world/persona-keys.ts'
import { accountIdOf, conversationPlans, friendKeys, groupIdOf } from '#src/demo/world/personas.ts'
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
    const timeline = world.person.openTimeline(conversationWith(bot), openTimelineHandle)
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

  const clubGroup = conversationId('group', groupIdOf('club'))
  const weekendGroup = conversationId('group', groupIdOf('weekend'))
  const groupFacts = (group: ConversationId) =>
    world.person.conversations.get().find(({ id }) => id === group)?.group
  const openGroup = (group: ConversationId) => {
    const timeline = world.person.openTimeline(group, openTimelineHandle)
    timelines.push(timeline)
    return () => timeline.view.get().messages
  }
  const painterId = userId(accountIdOf('painter'))
  const mention = (text: string) =>
    world.person.dispatch({
      type: 'SendText',
      conversationId: clubGroup,
      text,
      mentions: [painterId],
    })

  it('apply to join a group of the person, and greet once they are accepted', async () => {
    const messages = openGroup(clubGroup)
    await world.until('the badge', () => groupFacts(clubGroup)?.applicationCount || undefined, 2 * minute)
    const waiting = await world.person.lookUpGroupApplications(clubGroup).fresh()
    const [application] = waiting.status === 'ready' ? waiting.value : []
    expect(application).toMatchObject({ userId: painterId, status: 'pending' })
    if (!application) return
    void world.person.groups.answer(clubGroup, application.applicationId, 'accepted')
    await world.until('the greeting', () => messages().find(isOf(painterId, 'txt')), 2 * minute)
  }, 60_000)

  it('answer a mention in a group, and not while they are banned or after they are removed', async () => {
    const messages = openGroup(clubGroup)
    const answers = () => messages().filter(isOf(painterId, 'txt')).length
    const before = answers()
    await mention('what do you paint?')
    await world.until('the answer', () => answers() > before || undefined, 2 * minute)
    void world.person.groups.setBanned(clubGroup, painterId, true)
    await world.time.runUntil(world.time.now() + 5000)
    const heard = answers()
    await mention('and now?')
    await world.time.runUntil(world.time.now() + 3 * minute)
    expect(answers()).toBe(heard)
    void world.person.groups.setBanned(clubGroup, painterId, false)
    await world.until('the answer after the ban', () => answers() > heard || undefined, 2 * minute)
    void world.person.groups.remove(clubGroup, painterId, false)
    await world.time.runUntil(world.time.now() + 5000)
    const last = answers()
    await mention('are you gone?')
    await world.time.runUntil(world.time.now() + 3 * minute)
    expect(answers()).toBe(last)
  }, 60_000)

  it('accept an invitation to a group', async () => {
    const members = [painterId, userId(accountIdOf('chatterbox'))]
    const creating = world.person.groups.create({ name: 'Boat', avatarUrl: '', members })
    const boat = () => world.person.conversations.get().find(({ title }) => title === 'Boat')
    await world.until('the painter', () => (boat()?.group?.memberCount ?? 0) > 2 || undefined, 2 * minute)
    expect((await creating).isOk).toBe(true)
  }, 60_000)

  it('talk in their group at a human pace, where their manager accepts an application', async () => {
    const messages = openGroup(weekendGroup)
    const newcomerId = userId(accountIdOf('newcomer'))
    const start = world.time.now()
    await world.time.runUntil(start + 15 * minute)
    const written = () => messages().filter(({ sentAt, type }) => sentAt > start && type !== 'GroupJoin')
    expect(written().length).toBeLessThan(25)
    // A topic comes after up to ten minutes of silence, and the same bot may begin two of them.
    const isTalk = () => written().length > 2 && new Set(written().map(({ senderId }) => senderId)).size > 1
    await world.until('messages of two bots', () => isTalk() || undefined, 60 * minute)
    expect(written().filter(isOf(userId(accountIdOf('reader')), 'txt'))).toEqual([])
    const group = await world.person.lookUpGroup(weekendGroup).fresh()
    const members = group.status === 'ready' ? group.value.members : []
    expect(members.map((member) => member.userId)).toContain(newcomerId)
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

const isOf = (sender: UserId, type: string) => (message: TimelineMessage) =>
  message.senderId === sender && message.type === type
