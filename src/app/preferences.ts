import type { GroupOrder } from '#domain/group/group-list.ts'
import { type PlaybackRate, readRate } from '#domain/media/playback.ts'
import { readStoredRecord } from '#schemas/json-text.ts'
import { createWritable, type Readable } from '#streams/readable.ts'
import { type Locale, locales } from './locales.ts'
import { oneOf } from './one-of.ts'

export const schemes = ['system', 'light', 'dark'] as const
export type Scheme = (typeof schemes)[number]
export const themes = ['aurora', 'ember', 'grove', 'slate', 'tide'] as const
export type Theme = (typeof themes)[number]
export const textSizes = ['small', 'normal', 'large', 'largest'] as const
export type TextSize = (typeof textSizes)[number]
export const displayModes = ['automatic', 'desktop', 'mobile'] as const
export type DisplayMode = (typeof displayModes)[number]

/** Views of the emoji panel [VIEW-35]. */
export const emojiViewIds = ['emoji', 'sticker', 'custom-sticker'] as const
export type EmojiViewId = (typeof emojiViewIds)[number]

export const friendOrders = ['name', 'online'] as const
export type FriendOrder = (typeof friendOrders)[number]
export const groupOrders = ['recent', 'name'] as const satisfies readonly GroupOrder[]

/** Limits of the list pane's width, CSS px. */
export const listWidthLimits = { minimum: 320, maximum: 420, initial: 360 } as const

/** Limits of the width of the column next to a conversation, CSS px. */
export const columnWidthLimits = { minimum: 320, maximum: 480, initial: 360 } as const

/** Settings of this device, chosen by the user or an opening link; undefined means not chosen. */
export interface Preferences {
  readonly locale: Locale | undefined
  readonly scheme: Scheme
  readonly theme: Theme | undefined
  readonly displayMode: DisplayMode
  readonly textSize: TextSize
  readonly listWidth: number
  readonly columnWidth: number
  /** How the friend list is sorted. */
  readonly friendOrder: FriendOrder
  /** How the groups list is sorted. */
  readonly groupOrder: GroupOrder
  readonly isMotionReduced: boolean
  /**
   * Whether Enter sends (DEC-105). Undefined depends on the device: Enter sends on a keyboard and breaks the line on
   * a touchscreen.
   */
  readonly isEnterSubmit: boolean | undefined
  /** Whether the compatibility check was passed or skipped (DEC-37). */
  readonly hasCheckedCompatibility: boolean
  /** Whether this device has asked for the permission to notify [NOTIF-10]. */
  readonly hasAskedToNotify: boolean
  /** The playback rate of voice messages. */
  readonly playbackRate: PlaybackRate
  /** The last view of the emoji panel. */
  readonly emojiView: EmojiViewId
  /** The last sign-in on this device. A sign-out removes the number, see `forgetNumberAtSignOut`. */
  readonly lastSignIn: LastSignIn | undefined
}

export const signInMethods = ['password', 'code'] as const
export type SignInMethod = (typeof signInMethods)[number]

export interface LastSignIn {
  readonly method: SignInMethod
  /** ISO code of the country and digits of the phone number. */
  readonly number?: { readonly country: string; readonly phone: string } | undefined
}

export const initialPreferences: Preferences = {
  locale: undefined,
  scheme: 'system',
  theme: undefined,
  displayMode: 'automatic',
  textSize: 'normal',
  listWidth: listWidthLimits.initial,
  columnWidth: columnWidthLimits.initial,
  friendOrder: 'name',
  groupOrder: 'recent',
  isMotionReduced: false,
  isEnterSubmit: undefined,
  hasCheckedCompatibility: false,
  hasAskedToNotify: false,
  playbackRate: 1,
  emojiView: 'emoji',
  lastSignIn: undefined,
}

interface WidthLimits {
  readonly minimum: number
  readonly maximum: number
  readonly initial: number
}

const clampWidth = (width: number, { minimum, maximum }: WidthLimits): number =>
  Math.round(Math.min(maximum, Math.max(minimum, width)))

/** Limits a width to the range of the list pane, whole px. */
export const clampListWidth = (width: number): number => clampWidth(width, listWidthLimits)

/** Limits a width to the range of the column next to a conversation, whole px. */
export const clampColumnWidth = (width: number): number => clampWidth(width, columnWidthLimits)

const readWidth = (value: unknown, limits: WidthLimits): number =>
  typeof value === 'number' && Number.isFinite(value) ? clampWidth(value, limits) : limits.initial

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function readLastSignIn(value: unknown): LastSignIn | undefined {
  if (!isRecord(value)) return undefined
  const method = oneOf(signInMethods, value.method)
  if (method === undefined) return undefined
  const { number } = value
  if (!isRecord(number) || typeof number.country !== 'string' || typeof number.phone !== 'string')
    return { method }
  return { method, number: { country: number.country, phone: number.phone } }
}

/** Parses stored preferences field by field. An invalid field gets its default. */
export const parsePreferences = (stored: string | null): Preferences => {
  const fields = readStoredRecord(stored)
  return {
    locale: oneOf(locales, fields.locale),
    scheme: oneOf(schemes, fields.scheme) ?? initialPreferences.scheme,
    theme: oneOf(themes, fields.theme),
    displayMode: oneOf(displayModes, fields.displayMode) ?? initialPreferences.displayMode,
    textSize: oneOf(textSizes, fields.textSize) ?? initialPreferences.textSize,
    listWidth: readWidth(fields.listWidth, listWidthLimits),
    columnWidth: readWidth(fields.columnWidth, columnWidthLimits),
    friendOrder: oneOf(friendOrders, fields.friendOrder) ?? initialPreferences.friendOrder,
    groupOrder: oneOf(groupOrders, fields.groupOrder) ?? initialPreferences.groupOrder,
    isMotionReduced: fields.isMotionReduced === true,
    isEnterSubmit: typeof fields.isEnterSubmit === 'boolean' ? fields.isEnterSubmit : undefined,
    hasCheckedCompatibility: fields.hasCheckedCompatibility === true,
    hasAskedToNotify: fields.hasAskedToNotify === true,
    playbackRate: readRate(fields.playbackRate),
    emojiView: oneOf(emojiViewIds, fields.emojiView) ?? initialPreferences.emojiView,
    lastSignIn: readLastSignIn(fields.lastSignIn),
  }
}

export interface PreferenceStore extends Readable<Preferences> {
  change(changes: Partial<Preferences>): void
}

/**
 * The storage key of the preferences. `public/first-paint.js` and `cached-list/show-cached-list.ts` read it before the
 * app does.
 */
export const preferencesKey = 'chat-preferences'

/** Creates the preferences over the given storage. If it cannot be written, changes hold for this page only. */
export const createPreferences = (storage: Pick<Storage, 'getItem' | 'setItem'>): PreferenceStore => {
  const source = createWritable(parsePreferences(attempt(() => storage.getItem(preferencesKey)) ?? null))
  return {
    get: source.get,
    subscribe: source.subscribe,
    change: (changes) => {
      source.set({ ...source.get(), ...changes })
      attempt(() => storage.setItem(preferencesKey, JSON.stringify(source.get())))
    },
  }
}

/** Storage throws if the browser forbids it. The app then continues without stored preferences. */
const attempt = <Result>(action: () => Result): Result | undefined => {
  try {
    return action()
  } catch {
    return undefined
  }
}
