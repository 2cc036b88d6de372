import {
  Ban,
  Bell,
  Bookmark,
  HardDrive,
  KeyRound,
  type LucideIcon,
  MessageSquareText,
  Settings2,
  ShieldCheck,
  Sticker,
  UserLock,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { paths } from '#src/routes/route-table.ts'

/** Where a setting exists. An embedding app decides about some settings itself [SET-02 ME-24]. */
export type SettingPlace = 'everywhere' | 'not-embedded' | 'where-enter-is-a-choice' | 'where-typing-is-shown'

/** A page of settings. */
interface SettingsPage {
  readonly to: (typeof paths)[keyof typeof paths]
  /** Text id. */
  readonly name: string
  /** Text id of the page above; the own page by default. */
  readonly parent?: string
  readonly icon: LucideIcon
  readonly place?: SettingPlace
  /** Text ids of the settings on the page by their hashes. Each is a `Setting` element of the page. */
  readonly rows?: Readonly<Record<string, string>>
}

const pages: readonly SettingsPage[] = [
  { to: paths.profile, name: 'my.profile', icon: UserRound, rows: { picture: 'my.picture.change' } },
  { to: paths.nickname, name: 'my.nickname.edit', parent: 'my.profile', icon: UserRound },
  { to: paths.signature, name: 'my.signature.edit', parent: 'my.profile', icon: UserRound },
  { to: paths.deleteAccount, name: 'my.delete-account', parent: 'my.profile', icon: UserRound },
  { to: paths.ownCode, name: 'my.code', icon: UserRound },
  { to: paths.collections, name: 'collections.title', icon: Bookmark },
  {
    to: paths.notifications,
    name: 'my.notifications',
    icon: Bell,
    rows: {
      all: 'my.notifications.all',
      messages: 'my.notifications.messages',
      sound: 'my.notifications.sound',
      vibration: 'my.notifications.vibration',
      'push-names': 'my.notifications.push-names',
      'push-text': 'my.notifications.push-text',
    },
  },
  {
    to: paths.messaging,
    name: 'my.messaging',
    icon: MessageSquareText,
    rows: { enter: 'my.messaging.enter', clear: 'my.messaging.clear' },
  },
  { to: paths.stickers, name: 'stickers.title', parent: 'my.messaging', icon: Sticker },
  {
    to: paths.ownPrivacy,
    name: 'my.privacy',
    icon: UserLock,
    rows: {
      friend: 'my.privacy.friend',
      group: 'my.privacy.group',
      typing: 'my.privacy.typing.show',
    },
  },
  { to: paths.blacklist, name: 'my.blacklist', parent: 'my.privacy', icon: Ban },
  {
    to: paths.security,
    name: 'my.security',
    icon: ShieldCheck,
    place: 'not-embedded',
    rows: { 'other-devices': 'my.security.other-devices' },
  },
  {
    to: paths.password,
    name: 'my.password.change',
    parent: 'my.security',
    icon: KeyRound,
    place: 'not-embedded',
  },
  {
    to: paths.general,
    name: 'my.general',
    icon: Settings2,
    rows: {
      language: 'my.language',
      'display-mode': 'my.display-mode',
      appearance: 'my.appearance',
      theme: 'my.theme',
      'text-size': 'my.text-size',
      'reduce-motion': 'my.reduce-motion',
    },
  },
  {
    to: paths.storage,
    name: 'my.storage',
    parent: 'my.general',
    icon: HardDrive,
    rows: { cache: 'my.storage.cache.clear' },
  },
  { to: paths.feedback, name: 'my.feedback', parent: 'my.general', icon: Settings2 },
  { to: paths.commandCenter, name: 'common.diagnostics.title', parent: 'my.general', icon: Settings2 },
  { to: paths.about, name: 'my.about', parent: 'my.general', icon: Settings2, place: 'not-embedded' },
  { to: paths.switchAccount, name: 'my.switch-account', icon: UsersRound, place: 'not-embedded' },
  { to: paths.my, name: 'common.my', icon: UserRound, rows: { 'log-out': 'my.log-out' } },
]

const rowPlaces: Readonly<Record<string, SettingPlace>> = {
  language: 'not-embedded',
  'display-mode': 'not-embedded',
  enter: 'where-enter-is-a-choice',
  typing: 'where-typing-is-shown',
}

/** A setting and its address: a page, with the hash of its row if it is a part of the page. */
export interface SettingAddress extends Pick<SettingsPage, 'to' | 'name' | 'icon'> {
  readonly hash: string
  /** Text id of the page that leads to it or contains it. */
  readonly page: string
  readonly place: SettingPlace
}

/** Every setting with its address. */
export const settingAddresses: readonly SettingAddress[] = pages.flatMap((page) => {
  const { to, name, icon, parent = 'common.my', place = 'everywhere', rows = {} } = page
  return [
    { to, name, icon, hash: '', page: parent, place },
    ...Object.entries(rows).map(([hash, row]) => ({
      to,
      name: row,
      icon,
      hash,
      page: name,
      place: rowPlaces[hash] ?? place,
    })),
  ]
})
