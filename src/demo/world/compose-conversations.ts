import { builtInStickers } from '#domain/stickers/built-in-stickers.ts'
import type { WireGroupNotice, WireTimerNotice } from '#schemas/wire/message-bodies.ts'
import { type CircleKey, errandKeys, type PersonKey } from './persona-keys.ts'
import { accountIdOf, type ConversationPlan } from './personas.ts'
import type { SeedTexts, Slot, SlotWords, Thread } from './seed-texts.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Consecutive turns of one exchange. */
export type Block = readonly Turn[]

const fixedRoles: ReadonlySet<CircleKey> = new Set(['family', ...errandKeys])
/** How often a person adds a short reaction, by circle. */
const reactionShare: Readonly<Partial<Record<CircleKey, number>>> = {
  friends: 0.13,
  family: 0.08,
  work: 0.05,
  friendsGroup: 0.16,
  familyGroup: 0.12,
  workGroup: 0.08,
  localGroup: 0.08,
}
/** Lines that stand for a file instead of a text. */
const fileLines = { '[picture]': 'pic', '[video]': 'video' } as const
const openerShare = 0.12
const quoteShare = 0.06
/** The share of reactions that are stickers. */
const stickerShare = 0.35
const voiceShare = 0.5

/**
 * Composes a conversation of exactly `count` turns, newest block first. The unread turns at its end are the others'.
 * The same texts, plan and random source give the same conversation.
 */
export function composeTalk(
  seedTexts: SeedTexts,
  plan: ConversationPlan,
  count: number,
  random: SeededRandom,
): readonly Block[] {
  const compose = createComposer(seedTexts, plan, random)
  const blocks: Block[] = []
  const unread = Math.min(plan.unread ?? 0, count)
  for (let left = unread; left > 0; ) {
    const block = compose.fromOthers(left)
    blocks.push(block)
    left -= block.length
  }
  if (plan.timerSeconds !== undefined) blocks.push([switchTimer(plan, plan.timerSeconds)])
  const namedAfter = blocks.length + 1
  const [named, founded] = [nameGroup(seedTexts, plan), foundGroup(seedTexts, plan)]
  for (let left = count - blocks.flat().length - named.length - founded.length; left > 0; ) {
    const block = compose.fromAnybody()
    // The oldest block is cut at its beginning.
    blocks.push(block.slice(Math.max(0, block.length - left)))
    left -= block.length
  }
  const all = [...blocks.slice(0, namedAfter), named, ...blocks.slice(namedAfter), founded]
  return all.filter((block) => block.length > 0)
}

const isFileLine = (words: string): words is keyof typeof fileLines => words in fileLines

interface Composer {
  /** At most `limit` turns without the signed-in person. */
  fromOthers(limit: number): Block
  fromAnybody(): Block
}

function createComposer(seedTexts: SeedTexts, plan: ConversationPlan, random: SeededRandom): Composer {
  const { messageTemplates, threads } = seedTexts
  const fill = createSlotFiller(seedTexts.slots, random.split('slots'))
  const regular = plan.circles.flatMap((circle) => threads[circle].map((thread) => ({ thread, circle })))
  const deck = createThreadDeck(regular, random.split('deck'))
  const specials = specialThreads(seedTexts, plan, random.split('special'))
  const postDeck = createThreadDeck(messageTemplates.posts, random.split('posts'))
  const monologues = createThreadDeck(messageTemplates.monologues, random.split('monologues'))
  const [owner] = plan.members
  const manners = random.split('manners')
  // An album is the first that the user sees.
  let drawn = plan.special?.[0] === 'album' ? 1 : 0

  const playThread = (thread: Thread, circle: CircleKey, people: readonly PersonKey[]): Block => {
    const speakers = personaRoles(circle, plan, people, random)
    const fillLine = fill()
    const turns: Turn[] = []
    if (circle in reactionShare && random.chance(openerShare)) {
      turns.push({ speaker: speakers(thread[0].charAt(0)), text: random.pick(messageTemplates.openers) })
    }
    for (const line of thread) {
      const speaker = speakers(line.charAt(0))
      const words = line.slice(2)
      turns.push(
        isFileLine(words)
          ? { speaker, text: '', type: fileLines[words] }
          : { speaker, text: fillLine(words), ...quoteFor(turns, speaker, random) },
      )
    }
    return addReaction(
      turns,
      people,
      random.chance(reactionShare[circle] ?? 0) ? random.pick(messageTemplates.reactions) : '',
      random,
      manners,
    )
  }
  const post = (): Block => [{ speaker: owner, text: fill()(postDeck()) }]

  return {
    fromOthers(limit) {
      if (plan.kind === 'channel') return post()
      if (plan.kind === 'direct') {
        const fillLine = fill()
        return (plan.timerSeconds === undefined ? monologues() : messageTemplates.disappearing)
          .slice(0, limit)
          .map((text) => ({ speaker: owner, text: fillLine(text) }))
      }
      const { thread, circle } = deck()
      return playThread(thread, circle, plan.members).slice(0, limit)
    },
    fromAnybody() {
      if (plan.kind === 'channel') return post()
      // Special threads come among the newest, where the user looks.
      const special = drawn++ === 1 ? specials.shift() : undefined
      if (special) {
        drawn = 0
        return playThread(special, specialCircle(plan), ['me', ...plan.members])
      }
      const { thread, circle } = deck()
      return playThread(thread, circle, ['me', ...plan.members])
    },
  }
}

// Special threads give their roles to anyone, even if the circle's own threads do not.
const specialCircle = ({ circles }: ConversationPlan): CircleKey => {
  const [first = 'friends'] = circles
  return fixedRoles.has(first) ? 'friends' : first
}

function specialThreads(
  { messageTemplates }: SeedTexts,
  plan: ConversationPlan,
  random: SeededRandom,
): Thread[] {
  return (plan.special ?? []).flatMap((kind) => {
    if (kind === 'rightToLeft' || kind === 'album') return [messageTemplates[kind]]
    return kind === 'long' ? messageTemplates.long : [random.pick(messageTemplates[kind])]
  })
}

/** Assigns people to the roles of a thread. */
function personaRoles(
  circle: CircleKey,
  { members }: ConversationPlan,
  people: readonly PersonKey[],
  random: SeededRandom,
): (role: string) => PersonKey {
  const order = fixedRoles.has(circle) ? [...members, 'me' as const] : random.shuffle(people)
  return (role) => {
    const index = role.charCodeAt(0) - 'a'.charCodeAt(0)
    const speaker = order[index % order.length]
    if (speaker === undefined) throw new Error('A conversation has no members')
    return speaker
  }
}

/** Sometimes a person quotes an earlier turn of the same thread. */
function quoteFor(
  turns: readonly Turn[],
  speaker: PersonKey,
  random: SeededRandom,
): Pick<Turn, 'quotesBack'> {
  const isQuoting = random.chance(quoteShare)
  const distance = random.integer(2, 4)
  const quoted = turns.at(-distance)
  return isQuoting && quoted && quoted.speaker !== speaker && quoted.type === undefined
    ? { quotesBack: distance }
    : {}
}

function addReaction(
  turns: Turn[],
  people: readonly PersonKey[],
  text: string,
  random: SeededRandom,
  manners: SeededRandom,
): Block {
  const last = turns.at(-1)
  if (text === '' || !last) return turns
  const speaker = random.pick(people.filter((person) => person !== last.speaker))
  return [...turns, { speaker, ...inTheirManner(text, manners) }]
}

/** Returns a reaction as text, as a sticker, or as a voice message. */
function inTheirManner(text: string, manners: SeededRandom): Pick<Turn, 'text' | 'type'> {
  if (manners.chance(stickerShare)) return { text: manners.pick(builtInStickers).path, type: 'emo' }
  return manners.chance(voiceShare) ? { text: '', type: 'audio' } : { text }
}

const slotPattern = /\{([a-z]+)(\d?)\}/g

/**
 * Creates a filler for one thread: it selects one wording of `this|that` and fills slots. Within a thread `{food}` is
 * always the same word and `{food2}` always another.
 */
function createSlotFiller(words: SlotWords, random: SeededRandom): () => (text: string) => string {
  const isSlot = (name: string): name is Slot => name in words
  return () => {
    const chosen = new Map<string, string>()
    const choose = (slot: Slot, name: string): string => {
      const known = chosen.get(name)
      if (known !== undefined) return known
      const taken = new Set(chosen.values())
      const word = random.pick(words[slot].filter((candidate) => !taken.has(candidate)))
      chosen.set(name, word)
      return word
    }
    return (text) =>
      random.pick(text.split('|')).replace(slotPattern, (_, slot: string, number: string) => {
        if (!isSlot(slot)) throw new Error(`There are no words for ${slot}`)
        return choose(slot, slot + number)
      })
  }
}

/**
 * Deals the items repeatedly in new orders. An item stays in its half of the order, so that it returns at the
 * earliest after half a deck.
 */
function createThreadDeck<Item>(items: readonly Item[], random: SeededRandom): () => Item {
  let order = random.shuffle(items)
  let next = 0
  return () => {
    if (next === order.length) {
      const middle = Math.ceil(order.length / 2)
      order = [...random.shuffle(order.slice(0, middle)), ...random.shuffle(order.slice(middle))]
      next = 0
    }
    const item = order[next]
    if (item === undefined) throw new Error('There is nothing to deal')
    next += 1
    return item
  }
}

/** The server's notice that disappearing messages were turned on. */
const switchTimer = ({ members: [speaker] }: ConversationPlan, seconds: number): Turn => {
  const notice: WireTimerNotice = { Kind: 'vanish', Seconds: seconds }
  return { speaker, type: 'notice', text: JSON.stringify(notice) }
}

/** The owner of a group, and its other members. */
const foundersOf = ({ members, isOwned }: ConversationPlan): readonly [PersonKey, ...PersonKey[]] => {
  const [first, ...others] = members
  return isOwned ? ['me', ...members] : [first, 'me', ...others]
}

/** The server's notice of a new group: its owner created it with the others; undefined for other conversations. */
function foundGroup({ people }: SeedTexts, plan: ConversationPlan): readonly Turn[] {
  if (plan.kind !== 'group') return []
  const [owner, ...others] = foundersOf(plan)
  const UserIDs = others.map(accountIdOf)
  return [notify(owner, 'GroupJoin', { Kind: 'created', Names: others.map((one) => people[one]), UserIDs })]
}

/** The server's notice that the owner named the group. */
function nameGroup({ groups }: SeedTexts, plan: ConversationPlan): readonly Turn[] {
  const { kind, group } = plan
  if (kind !== 'group' || group === undefined) return []
  return [notify(foundersOf(plan)[0], 'notice', { Kind: 'renamed', Names: [], Text: groups[group] })]
}

type NoticeFields = Pick<WireGroupNotice, 'Kind' | 'Names'> & Partial<WireGroupNotice>

const notify = (speaker: Turn['speaker'], type: 'GroupJoin' | 'notice', notice: NoticeFields): Turn => ({
  speaker,
  type,
  text: JSON.stringify({ ...notice, Count: notice.Names.length }),
})

/** A message without a time. */
export interface Turn {
  readonly speaker: PersonKey
  readonly text: string
  /** By default a text. Other types have their content in `text`, or none. */
  readonly type?: 'pic' | 'video' | 'audio' | 'emo' | 'notice' | 'GroupJoin'
  /** How many turns before this one the quoted turn is. */
  readonly quotesBack?: number
}
