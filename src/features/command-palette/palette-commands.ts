import { useLingui } from '@lingui/react'
import type { LinkProps } from '@tanstack/react-router'
import {
  Keyboard,
  Languages,
  type LucideIcon,
  MailOpen,
  Palette,
  QrCode,
  ScanLine,
  SunMoon,
  UserPlus,
  UsersRound,
} from 'lucide-react'
import { useMemo } from 'react'
import { type FindablePerson, findByName } from '#domain/contacts/find-by-name.ts'
import { unreadTotal } from '#domain/formats/row-badge.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import { useApp, usePreferences } from '#src/app/app-context.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { locales } from '#src/app/locales.ts'
import { schemes, themes } from '#src/app/preferences.ts'
import { themeOf } from '#src/app/use-appearance.ts'
import { useEnterChoice } from '#src/app/use-enter-choice.ts'
import { paths } from '#src/routes/route-table.ts'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useOpenConversation } from '../conversation-list/link-to.ts'
import { useMarkAllRead } from '../conversation-list/list-header.tsx'
import { type FoundPlace, placeOfConversation, placeOfFriend } from '../search/found-places.ts'
import { type SettingPlace, settingAddresses } from './setting-addresses.ts'

/** An entry of the command palette: a place that its link opens, or an action. */
export interface PaletteCommand extends FindablePerson {
  readonly key: string
  /** The page of a setting, or the nickname of a friend with a remark. */
  readonly detail?: string
  readonly picture: LucideIcon | { readonly id: UserId | ConversationId; readonly url: string }
  readonly target: Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'> | (() => void)
}

/** The sections of the palette in order. */
export const commandSections = ['recent', 'people', 'groups', 'settings', 'actions'] as const
export type PaletteCommands = Readonly<Record<(typeof commandSections)[number], readonly PaletteCommand[]>>

/** The greatest number of entries of a section. */
const sectionLimit = 7

/**
 * Returns the commands whose names contain the keyword, best match first in each section. For an empty keyword returns
 * the recent conversations and the actions.
 */
export function findCommands(commands: PaletteCommands, keyword: string): PaletteCommands {
  const hasKeyword = keyword.trim() !== ''
  const find = (section: keyof PaletteCommands, isOffered: boolean) =>
    isOffered ? findByName(commands[section], keyword).slice(0, sectionLimit) : []
  return {
    recent: find('recent', !hasKeyword),
    people: find('people', hasKeyword),
    groups: find('groups', hasKeyword),
    settings: find('settings', hasKeyword),
    actions: find('actions', true),
  }
}

/** Returns all commands of this account in the current language. `onShowShortcuts` opens the shortcut sheet. */
export const useCommands = (onShowShortcuts: () => void): PaletteCommands => {
  const places = usePlaces()
  const settings = useSettings()
  const actions = useActions(onShowShortcuts)
  return { ...places, settings, actions }
}

const commandOf = ({ key, avatarId, title, avatarUrl, detail, link }: FoundPlace): PaletteCommand => ({
  key,
  label: title,
  alsoFoundBy: [detail],
  target: link,
  picture: { id: avatarId, url: avatarUrl },
})

/** Recent conversations without the open one, friends and other people with a conversation, and groups. */
const usePlaces = (): Pick<PaletteCommands, 'recent' | 'people' | 'groups'> => {
  const account = useAccount()
  const conversations = useReadable(account.conversations)
  const friends = useReadable(account.friends)
  const open = useOpenConversation()
  return useMemo(() => {
    const friendIds = new Set(friends.map(({ userId }) => userId))
    const isFriend = (id: UserId | undefined) => id !== undefined && friendIds.has(id)
    const commandsOf = (rows: typeof conversations) => rows.map((row) => commandOf(placeOfConversation(row)))
    const direct = conversations.filter(({ kind, peerId }) => kind === 'direct' && !isFriend(peerId))
    return {
      recent: commandsOf(
        conversations
          .filter(({ id, isHidden }) => id !== open && isHidden !== true)
          .toSorted((left, right) => right.activeAt - left.activeAt),
      ),
      people: [
        ...friends.map((friend) => ({
          ...commandOf(placeOfFriend(friend)),
          alsoFoundBy: [friend.nickname, friend.chatId],
          ...(friend.nickname === friend.displayName ? {} : { detail: friend.nickname }),
        })),
        ...commandsOf(direct),
      ],
      groups: commandsOf(conversations.filter(({ kind }) => kind === 'group')),
    }
  }, [conversations, friends, open])
}

const useSettings = (): readonly PaletteCommand[] => {
  const text = useText()
  const { embeddedIn } = useReadable(useApp().host)
  const { hasChoice } = useEnterChoice()
  const hasTyping = useReadable(useAccount().lookups.extensions).has('typing')
  return useMemo(() => {
    const exists: Readonly<Record<SettingPlace, boolean>> = {
      everywhere: true,
      'not-embedded': embeddedIn === undefined,
      'where-enter-is-a-choice': hasChoice,
      'where-typing-is-shown': hasTyping,
    }
    return settingAddresses
      .filter(({ place }) => exists[place])
      .map(({ to, hash, name, page, icon }) => ({
        key: `${to}#${hash}`,
        label: text(name),
        detail: text(page),
        alsoFoundBy: [text(page)],
        picture: icon,
        target: { to, hash },
      }))
  }, [text, embeddedIn, hasChoice, hasTyping])
}

const useActions = (onShowShortcuts: () => void): readonly PaletteCommand[] => {
  const text = useText()
  const { i18n } = useLingui()
  const account = useAccount()
  const markAllRead = useMarkAllRead()
  const hasUnread = unreadTotal(useReadable(account.conversations)) > 0
  const isFull = useFrameMode() === 'full'
  const { host, environment } = useApp()
  const { embeddedIn } = useReadable(host)
  const [{ scheme, theme }, change] = usePreferences()
  const shownTheme = themeOf(theme, environment.brand)
  const { locale } = i18n
  return useMemo(() => {
    const action = (
      label: string,
      picture: LucideIcon,
      target: PaletteCommand['target'],
    ): PaletteCommand => ({
      key: `action ${label}`,
      label,
      picture,
      target,
    })
    const choice = (setting: string, value: string): string =>
      text('commands.choice', { setting: text(setting), value: text(value) })
    return [
      action(text('contact.create-group'), UsersRound, { to: paths.createGroup }),
      action(text('contact.add-friend'), UserPlus, { to: paths.addFriend }),
      ...(isFull ? [] : [action(text('contact.join-group'), ScanLine, { to: paths.scan })]),
      action(text('my.code'), QrCode, { to: paths.ownCode }),
      ...(hasUnread ? [action(text('messages.read-all'), MailOpen, markAllRead)] : []),
      action(text('commands.shortcuts'), Keyboard, onShowShortcuts),
      ...schemes
        .filter((one) => one !== scheme)
        .map((one) =>
          action(choice('my.appearance', `my.scheme.${one}`), SunMoon, () => change({ scheme: one })),
        ),
      ...themes
        .filter((one) => one !== shownTheme)
        .map((one) => action(choice('my.theme', `my.theme.${one}`), Palette, () => change({ theme: one }))),
      ...locales
        .filter((one) => one !== locale && embeddedIn === undefined)
        .map((one) =>
          action(choice('my.language', `common.language.${one}`), Languages, () => change({ locale: one })),
        ),
    ]
  }, [text, markAllRead, hasUnread, isFull, scheme, shownTheme, change, locale, embeddedIn, onShowShortcuts])
}
