import type { AccountClient } from '#client/client.ts'
import type { StickerOperations } from '#client/stickers.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { builtInStickers } from '#domain/stickers/built-in-stickers.ts'
import type { Tab } from '../person-device.ts'
import type { RequestedStickerChange } from './requested-commands.ts'
import type { CommandRunner, Situation } from './situation.ts'

/** The open list of own stickers in a tab. */
export interface StickerScreen {
  readonly account: AccountClient
  readonly stickers: StickerOperations
  /** When the list was opened, virtual ms. */
  readonly openedAt: number
}

/** The list of own stickers that each tab shows. */
const screens = new WeakMap<Tab, StickerScreen>()

/** The list that a tab shows of its current account, if it shows one. */
export function stickerScreenOf(tab: Tab, account: AccountClient): StickerScreen | undefined {
  const screen = screens.get(tab)
  return screen?.account === account ? screen : undefined
}

/** The stickers from which people choose. Few of them, so that they are often added and removed again. */
const choice = builtInStickers.slice(0, 6)

/** Commands on people's own stickers. */
export const stickerCommands = {
  openStickersHere: async ({ world, tab, account }) => {
    if (stickerScreenOf(tab, account)) return undefined
    const stickers = await account.loadStickers()
    stickers.own.subscribe(() => {})
    screens.set(tab, { account, stickers, openedAt: world.time.now() })
    return 'opens the own stickers'
  },
  addStickerHere: (situation) => {
    const { path } = situation.random.pick(choice)
    follow(situation, { kind: 'add', path }, (stickers) => stickers.addFrom(path))
    return `adds the sticker ${path}`
  },
  removeStickerHere: (situation) => {
    const screen = stickerScreenOf(situation.tab, situation.account)
    const shown = screen?.stickers.own.get()
    if (shown?.status !== 'ready' || shown.value.stickers.length === 0) return undefined
    const { id, path } = situation.random.pick(shown.value.stickers)
    follow(situation, { kind: 'remove', path }, (stickers) => stickers.remove([id]))
    return `removes the sticker ${path}`
  },
} as const satisfies Record<string, CommandRunner>

/** Excluded from most worlds, and from those whose seeds were found without these commands. */
export const stickerCommandNames = [
  'openStickersHere',
  'addStickerHere',
  'removeStickerHere',
] as const satisfies readonly (keyof typeof stickerCommands)[]

/** Records a change of the own stickers and its outcome. */
function follow(
  { world, person, tab, account }: Situation,
  wanted: Pick<RequestedStickerChange, 'kind' | 'path'>,
  change: (stickers: StickerOperations) => Promise<Outcome>,
): void {
  const { ledger, time } = world
  const isShared = () => tab.client.storage.get().status === 'durable'
  const requested: RequestedStickerChange = {
    ...wanted,
    ...{ person, device: tab.personDevice.device.name, at: time.now(), doneAt: Number.POSITIVE_INFINITY },
    ...{ answer: 'unknown', isShared: isShared() },
  }
  ledger.stickerChanges.push(requested)
  account
    .loadStickers()
    .then(change)
    .then(
      ({ isOk }) => {
        requested.answer = isOk ? 'accepted' : 'rejected'
        requested.doneAt = time.now()
        requested.isShared &&= isShared()
      },
      (cause: unknown) => ledger.problems.push(`a sticker call was rejected: ${String(cause)}`),
    )
}
