import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type HitFilter, hitKinds } from '#domain/search/message-hits.ts'
import { type ConversationId, conversationId, parseConversationId, userId } from '#schemas/ids.ts'
import { useMaskedRoute } from '#src/app/frame/search-link.tsx'
import { oneOf } from '#src/app/one-of.ts'
import { paths } from '#src/routes/route-table.ts'
import { parseSearch } from '#src/routes/search-params.ts'
import { dayText, startOfDay } from '../conversation/find/find-address.ts'

/** The tabs by their names in the hash [ROUTE-01 SEARCH-02] (DEC-08). */
export const searchTabs = ['all', 'friends', 'groups', 'messages'] as const
export type SearchTab = (typeof searchTabs)[number]

/** A search as its address holds it [ROUTE-01]. */
export interface SearchAddress {
  readonly keyword: string
  readonly tab: SearchTab
  /** The conversation whose hits are shown; undefined for all results [ROUTE-02]. */
  readonly session: ConversationId | undefined
  readonly filter: HitFilter
}

const dayLength = 86_400_000

/** Reads the address of the search screen. Invalid parts are left out. */
export function readSearchAddress(href: string): SearchAddress {
  const { pathname, search, hash } = new URL(href, 'https://origin.invalid')
  const { keyword, kind, sender, from, to } = parseSearch(search)
  const first = typeof from === 'string' ? startOfDay(from) : undefined
  const last = typeof to === 'string' ? startOfDay(to) : undefined
  return {
    keyword: typeof keyword === 'string' ? keyword : '',
    tab: oneOf(searchTabs, hash.slice(1)) ?? 'all',
    session: readSession(pathname.split('/')[2] ?? ''),
    filter: {
      kind: oneOf(hitKinds, kind),
      senderId: typeof sender === 'string' && isId(sender) ? userId(Number(sender)) : undefined,
      from: first,
      // The last day is searched, too. Its length may differ by an hour.
      to: last === undefined ? undefined : startOfDay(dayText(last + 1.5 * dayLength)),
    },
  }
}

const isId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text)

/** The name of a conversation in the address: its id, with a `g` before that of a group. */
const sessionName = (id: ConversationId): string => {
  const { kind, wireId } = parseConversationId(id)
  return kind === 'group' ? `g${wireId}` : String(wireId)
}

function readSession(name: string): ConversationId | undefined {
  const wireId = name.replace(/^g/, '')
  if (!isId(wireId)) return undefined
  return conversationId(name.startsWith('g') ? 'group' : 'direct', Number(wireId))
}

/** Returns the route of a search; parts without a value are left out. */
const routeOf = ({ keyword, tab, session, filter }: SearchAddress) => {
  const { kind, senderId, from, to } = filter
  const search = {
    ...(keyword === '' ? {} : { keyword }),
    ...(kind === undefined ? {} : { kind }),
    ...(senderId === undefined ? {} : { sender: String(senderId) }),
    ...(from === undefined ? {} : { from: dayText(from) }),
    ...(to === undefined ? {} : { to: dayText(to - dayLength / 2) }),
  }
  const hash = tab === 'all' ? '' : tab
  return session === undefined
    ? ({ to: paths.search, search, hash } as const)
    : ({ to: paths.searchSession, params: { session: sessionName(session) }, search, hash } as const)
}

/** Returns the link to a search, next to the open conversation if there is one. */
export const useSearchLink = () => {
  const maskedRoute = useMaskedRoute()
  return useCallback((address: SearchAddress) => maskedRoute(routeOf(address)), [maskedRoute])
}

/** Returns the function that goes to a search. */
export const useGoToSearch = () => {
  const navigate = useNavigate()
  const linkTo = useSearchLink()
  return useCallback(
    (address: SearchAddress, options: { readonly replace: boolean }) =>
      void navigate({ ...linkTo(address), ...options, resetScroll: false }),
    [navigate, linkTo],
  )
}
