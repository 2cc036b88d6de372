import type { OutgoingAttachment } from '#client/media.ts'
import { userId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import type { Peer } from '#server/ports.ts'
import type { Locale } from '#src/app/locales.ts'
import type { Clock, Random, ReportPort } from '#streams/ports.ts'
import { encodePng, paintLandscape } from '../pictures/landscape.ts'
import { type BotKey, botKeys, type GroupKey } from '../world/persona-keys.ts'
import { accountIdOf, groupIdOf, phoneOf } from '../world/personas.ts'
import { createDrawnRandom, type DrawnRandom } from '../world/seeded-random.ts'
import type { BotBehaviour, BotTalk } from './behaviour.ts'
import { acceptInvitations, chatterbox, echo, painter, reader, slow } from './behaviours.ts'
import { type GroupBehaviour, paintingMember, silentMember, talkativeMember } from './group-behaviour.ts'
import { acceptApplications, applyAsFriend, applyToGroup, newcomer } from './running/bot-applications.ts'
import { runBot } from './running/run-bot.ts'
import { type ServerDoors, startClient, whenSignedIn } from './running/start-bot-client.ts'

export interface BotsOptions {
  readonly server: ServerDoors
  /** The bots' address for the server's rate limits. */
  readonly peer: Peer
  /** Signs in a person of the world. Never called concurrently for one person. */
  signIn(phone: { readonly telCode: string; readonly phone: string }): Promise<StoredAccount>
  readonly clock: Clock
  readonly random: Random
  /** The language of the world. */
  readonly locale: Locale
  readonly report: ReportPort
  /** Whether the world is new, so that no application exists. */
  readonly isFreshWorld: boolean
}

export interface Bots {
  /** Stops all clients. */
  stop(): Promise<void>
}

/** The pause between the starts of two bots, ms, so that the page stays responsive. */
const stagger = 900

const behaviours: Readonly<Record<BotKey, BotBehaviour>> = {
  echo,
  slow: acceptInvitations(slow),
  chatterbox: acceptInvitations(chatterbox),
  painter: acceptInvitations(painter),
  reader,
  newcomer: acceptInvitations(newcomer),
}

const groupBehaviours: Readonly<Record<BotKey, GroupBehaviour>> = {
  echo: talkativeMember,
  slow: talkativeMember,
  chatterbox: talkativeMember,
  painter: paintingMember,
  reader: silentMember,
  newcomer: talkativeMember,
}

/** The groups that bots apply to join in a new world, and the pause before that, ms. */
const groupApplications: Readonly<
  Partial<Record<BotKey, { readonly group: GroupKey; readonly after: readonly [number, number] }>>
> = {
  // The signed-in person decides on this one, another bot on the other.
  painter: { group: 'club', after: [25_000, 45_000] },
  newcomer: { group: 'weekend', after: [120_000, 180_000] },
}

const bots = new Set(botKeys.map((key) => userId(accountIdOf(key))))

/** Starts the bots one after the other. Call it after the app has rendered. */
export function startBots(options: BotsOptions): Bots {
  const { clock, report } = options
  const startedAt = clock.now()
  const endings: (() => unknown)[] = []
  let isStopped = false
  const pause = () => new Promise<void>((resolve) => void clock.setTimeout(resolve, stagger))

  const bringToLife = async () => {
    const talk = await loadTalk(options.locale)
    for (const key of botKeys) {
      await pause()
      if (isStopped) return
      endings.push(await startBot(key, talk, startedAt, options))
    }
  }
  const living = bringToLife().catch((cause: unknown) =>
    report.fault({ kind: 'demo bots', detail: 'not all came to life', cause }),
  )
  return {
    async stop() {
      isStopped = true
      const ended = living.then(() => Promise.all(endings.map((end) => end())))
      await ended
    },
  }
}

async function startBot(
  key: BotKey,
  talk: BotTalk,
  startedAt: number,
  options: BotsOptions,
): Promise<() => Promise<void>> {
  const { clock, report, locale, isFreshWorld } = options
  const random = createDrawnRandom(options.random)
  const client = await startClient(await options.signIn(phoneOf(key)), locale, options)
  const endings: (() => void)[] = []
  const signedIn = whenSignedIn(client, (account) => {
    const paint = () => paintPicture(random)
    const shared = { account, talk, clock, random, report }
    const [way, groupWay] = [behaviours[key], groupBehaviours[key]]
    endings.push(runBot({ ...shared, way, groupWay, bots, startedAt, paint }))
    endings.push(acceptApplications(shared))
    const application = isFreshWorld ? groupApplications[key] : undefined
    if (application) {
      const groupId = groupIdOf(application.group)
      const remark = talk.groupApplication
      endings.push(applyToGroup({ ...shared, groupId, remark, after: application.after }))
    }
    if (key !== 'newcomer') return
    const { phone } = phoneOf('me')
    const remark = talk.application
    endings.push(applyAsFriend({ account, clock, random, report, isFreshWorld, phone, remark }))
  })
  return async () => {
    signedIn()
    for (const end of endings) end()
    await client.dispose()
  }
}

/** Paints a new landscape to send. */
async function paintPicture(random: DrawnRandom): Promise<OutgoingAttachment> {
  const landscape = paintLandscape(random)
  const content = await encodePng(landscape)
  const { width, height } = landscape
  return {
    kind: 'image',
    width,
    height,
    file: { name: 'landscape.png', type: 'image/png', size: content.length, content },
  }
}

const loaders: Readonly<Record<Locale, () => Promise<{ talk: BotTalk }>>> = {
  'en-US': () => import('./talk/en-us.ts'),
  'zh-CN': () => import('./talk/zh-cn.ts'),
  'zh-TW': () => import('./talk/zh-tw.ts'),
  'vi-VN': () => import('./talk/vi-vn.ts'),
}

/** Loads the texts of the bots in a language. */
export const loadTalk = async (locale: Locale): Promise<BotTalk> => (await loaders[locale]()).talk
