import { builtInStickers } from '#domain/stickers/built-in-stickers.ts'
import type { ConversationPlan } from './cast.ts'
import { type CircleKey, errandKeys, type PersonKey } from './cast-keys.ts'
import type { Corpus, Thread } from './corpus.ts'
import { createSlotFiller } from './fill-slots.ts'
import { foundGroup, nameGroup, switchVanish } from './notices.ts'
import type { SeededRandom } from './seeded-random.ts'
import { createThreadDeck } from './thread-deck.ts'

/** One message before it has a time. */
export interface Turn {
  readonly speaker: PersonKey
  readonly text: string
  /** A text unless said otherwise; the others have what they need in `text`, or need none. */
  readonly type?: 'pic' | 'audio' | 'emo' | 'notice' | 'GroupJoin'
  /** How many turns back stands the one it quotes. */
  readonly quotesBack?: number
}

/** Turns that belong together in time. */
export type Block = readonly Turn[]

const fixedRoles: ReadonlySet<CircleKey> = new Set(['family', ...errandKeys])
/** How often somebody adds a short word to a talk of the circle; in the others nobody is so familiar. */
const reactionShare: Readonly<Partial<Record<CircleKey, number>>> = {
  friends: 0.13,
  family: 0.08,
  work: 0.05,
  friendsGroup: 0.16,
  familyGroup: 0.12,
  workGroup: 0.08,
  localGroup: 0.08,
}
const pictureMark = '[picture]'
const openerShare = 0.12
const quoteShare = 0.06
/** How often a short word is a sticker, and how often else it is spoken. */
const stickerShare = 0.35
const voiceShare = 0.5

/**
 * What a conversation says, newest block first, exactly `count` turns; the unread ones at its end are the others'.
 * The same corpus, plan and random give the same talk.
 */
export function composeTalk(
  corpus: Corpus,
  plan: ConversationPlan,
  count: number,
  random: SeededRandom,
): readonly Block[] {
  const compose = createComposer(corpus, plan, random)
  const blocks: Block[] = []
  const unread = Math.min(plan.unread ?? 0, count)
  for (let left = unread; left > 0; ) {
    const block = compose.fromOthers(left)
    blocks.push(block)
    left -= block.length
  }
  if (plan.vanishSeconds !== undefined) blocks.push([switchVanish(plan, plan.vanishSeconds)])
  const namedAfter = blocks.length + 1
  const [named, founded] = [nameGroup(corpus, plan), foundGroup(corpus, plan)]
  for (let left = count - blocks.flat().length - named.length - founded.length; left > 0; ) {
    const block = compose.fromAnybody()
    // The oldest block is cut at its beginning: what lies before it is out of sight.
    blocks.push(block.slice(Math.max(0, block.length - left)))
    left -= block.length
  }
  const all = [...blocks.slice(0, namedAfter), named, ...blocks.slice(namedAfter), founded]
  return all.filter((block) => block.length > 0)
}

interface Composer {
  /** At most `limit` turns that the person signed in takes no part in. */
  fromOthers(limit: number): Block
  fromAnybody(): Block
}

function createComposer(corpus: Corpus, plan: ConversationPlan, random: SeededRandom): Composer {
  const { pieces, threads } = corpus
  const fill = createSlotFiller(corpus.slots, random.split('slots'))
  const regular = plan.circles.flatMap((circle) => threads[circle].map((thread) => ({ thread, circle })))
  const deck = createThreadDeck(regular, random.split('deck'))
  const specials = specialThreads(corpus, plan, random.split('special'))
  const postDeck = createThreadDeck(pieces.posts, random.split('posts'))
  const monologues = createThreadDeck(pieces.monologues, random.split('monologues'))
  const [owner] = plan.members
  const manners = random.split('manners')
  let drawn = 0

  const playThread = (thread: Thread, circle: CircleKey, people: readonly PersonKey[]): Block => {
    const speakers = castRoles(circle, plan, people, random)
    const fillLine = fill()
    const turns: Turn[] = []
    if (circle in reactionShare && random.chance(openerShare)) {
      turns.push({ speaker: speakers(thread[0].charAt(0)), text: random.pick(pieces.openers) })
    }
    for (const line of thread) {
      const speaker = speakers(line.charAt(0))
      turns.push(
        line.endsWith(pictureMark)
          ? { speaker, text: '', type: 'pic' }
          : { speaker, text: fillLine(line.slice(2)), ...quoteFor(turns, speaker, random) },
      )
    }
    return addReaction(
      turns,
      people,
      random.chance(reactionShare[circle] ?? 0) ? random.pick(pieces.reactions) : '',
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
        return (plan.vanishSeconds === undefined ? monologues() : pieces.burning)
          .slice(0, limit)
          .map((text) => ({ speaker: owner, text: fillLine(text) }))
      }
      const { thread, circle } = deck()
      return playThread(thread, circle, plan.members).slice(0, limit)
    },
    fromAnybody() {
      if (plan.kind === 'channel') return post()
      // Specials stand among the newest, where people look.
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

// Special threads give their roles to anybody, also where the circle's own threads do not.
const specialCircle = ({ circles }: ConversationPlan): CircleKey => {
  const [first = 'friends'] = circles
  return fixedRoles.has(first) ? 'friends' : first
}

function specialThreads({ pieces }: Corpus, plan: ConversationPlan, random: SeededRandom): Thread[] {
  return (plan.special ?? []).flatMap((kind) => {
    if (kind === 'rightToLeft') return [pieces.rightToLeft]
    return kind === 'long' ? pieces.long : [random.pick(pieces[kind])]
  })
}

/** Who speaks for which role in one thread. */
function castRoles(
  circle: CircleKey,
  { members }: ConversationPlan,
  people: readonly PersonKey[],
  random: SeededRandom,
): (role: string) => PersonKey {
  const order = fixedRoles.has(circle) ? [...members, 'me' as const] : random.shuffle(people)
  return (role) => {
    const index = role.charCodeAt(0) - 'a'.charCodeAt(0)
    const speaker = order[index % order.length]
    if (speaker === undefined) throw new Error('A conversation has nobody in it')
    return speaker
  }
}

/** Now and then somebody quotes what another said a little earlier in the same thread. */
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

/** A short word, the sticker sent instead, or the same spoken. */
function inTheirManner(text: string, manners: SeededRandom): Pick<Turn, 'text' | 'type'> {
  if (manners.chance(stickerShare)) return { text: manners.pick(builtInStickers).path, type: 'emo' }
  return manners.chance(voiceShare) ? { text: '', type: 'audio' } : { text }
}
