import type { OutgoingAttachment } from '#client/media.ts'
import { userId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import type { Peer } from '#server/ports.ts'
import type { Locale } from '#src/app/locales.ts'
import { sleep } from '#streams/clock/timing.ts'
import type { Clock, Random, ReportPort } from '#streams/ports.ts'
import { encodePng, paintLandscape } from '../pictures/landscape.ts'
import { type BotKey, botKeys, type GroupKey } from '../world/persona-keys.ts'
import { accountIdOf, groupIdOf, phoneOf } from '../world/personas.ts'
import { createRandomPicker, type RandomPicker } from '../world/seeded-random.ts'
import type { BotBehaviour, BotTexts } from './behaviour.ts'
import { acceptInvitations, chatterbox, echo, painter, reader, slow } from './behaviours.ts'
import { type GroupBehaviour, paintingMember, silentMember, talkativeMember } from './group-behaviour.ts'
import { acceptApplications, applyAsFriend, applyToGroup, newcomer } from './running/bot-applications.ts'
import { runBot } from './running/run-bot.ts'
import { type InProcessServer, startClient, whenSignedIn } from './running/start-bot-client.ts'

export interface BotsOptions {
  readonly server: InProcessServer
  /** The bots' address for the server's rate limits. */
  readonly peer: Peer
  /** Signs in a person of the world. Never called concurrently for one person. */
  signIn(phone: { readonly telCode: string; readonly phone: string }): Promise<StoredAccount>
  readonly clock: Clock
  readonly random: Random
  /** The language of the world. */
  readonly locale: Locale
  readonly report: ReportPort
  /** Whether the world is new, so that the bots have not applied for anything yet. */
  readonly isFreshWorld: boolean
}

export interface Bots {
  /** Stops all bots. */
  stop(): Promise<void>
}

/** The pause before the start of each bot, ms, so that the page stays responsive. */
const pauseBeforeStart = 900

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
  // The signed-in person decides on this application, a bot on the other one.
  painter: { group: 'club', after: [25_000, 45_000] },
  newcomer: { group: 'weekend', after: [120_000, 180_000] },
}

const bots = new Set(botKeys.map((key) => userId(accountIdOf(key))))

/** Starts the bots one after the other. Call it after the app has rendered. */
export function startBots(options: BotsOptions): Bots {
  const { clock, report } = options
  const startedAt = clock.now()
  const stops: (() => Promise<void>)[] = []
  let isStopped = false

  const startAll = async () => {
    const botTexts = await loadBotTexts(options.locale)
    for (const key of botKeys) {
      await sleep(clock, pauseBeforeStart)
      if (isStopped) return
      stops.push(await startBot(key, botTexts, startedAt, options))
    }
  }
  const starting = startAll().catch((cause: unknown) =>
    report.fault({ kind: 'demo bots', detail: 'some bots did not start', cause }),
  )
  return {
    async stop() {
      isStopped = true
      await starting
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}

/** Starts a bot. Resolves with the function that stops it. */
async function startBot(
  key: BotKey,
  botTexts: BotTexts,
  startedAt: number,
  options: BotsOptions,
): Promise<() => Promise<void>> {
  const { clock, report, locale, isFreshWorld } = options
  const random = createRandomPicker(options.random)
  const client = await startClient(await options.signIn(phoneOf(key)), locale, options)
  const cleanups: (() => void)[] = []
  const cancelWait = whenSignedIn(client, (account) => {
    const paint = () => paintPicture(random)
    const shared = { account, botTexts, clock, random, report }
    const [behaviour, groupBehaviour] = [behaviours[key], groupBehaviours[key]]
    cleanups.push(runBot({ ...shared, behaviour, groupBehaviour, bots, startedAt, paint }))
    cleanups.push(acceptApplications(shared))
    const application = isFreshWorld ? groupApplications[key] : undefined
    if (application) {
      const groupId = groupIdOf(application.group)
      const remark = botTexts.groupApplication
      cleanups.push(applyToGroup({ ...shared, groupId, remark, after: application.after }))
    }
    if (key !== 'newcomer') return
    const { phone } = phoneOf('me')
    const remark = botTexts.application
    cleanups.push(applyAsFriend({ account, clock, random, report, isFreshWorld, phone, remark }))
  })
  return async () => {
    cancelWait()
    for (const cleanUp of cleanups) cleanUp()
    await client.dispose()
  }
}

/** Paints a new landscape to send. */
async function paintPicture(random: RandomPicker): Promise<OutgoingAttachment> {
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

const loaders: Readonly<Record<Locale, () => Promise<{ botTexts: BotTexts }>>> = {
  'en-US': () => import('./texts/en-us.ts'),
  'zh-CN': () => import('./texts/zh-cn.ts'),
  'zh-TW': () => import('./texts/zh-tw.ts'),
  'vi-VN': () => import('./texts/vi-vn.ts'),
}

/** Loads the texts of the bots in a language. */
export const loadBotTexts = async (locale: Locale): Promise<BotTexts> => (await loaders[locale]()).botTexts
