import { type HistoryState, redirect } from '@tanstack/react-router'
import { safeRedirect } from '#domain/forms/safe-redirect.ts'
import { isAuthPath, paths } from './route-table.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The page that a signed-out user asked for. The account switch, sign-up and setup have no query for it, but lead
     * there too [ROUTE-04 ROUTE-05].
     */
    readonly redirect?: string | undefined
    /** The phone number of another auth page's form, with the ISO code of its country, so that the user types it once. */
    readonly typedPhone?: { readonly country: string; readonly phone: string } | undefined
  }
}

/** Query parameters as text. Nothing is parsed into numbers or objects. */
export type Search = Readonly<Record<string, unknown>>

/** Parses `?a=1&b=2&b=3`. A repeated name becomes a list. */
export const parseSearch = (search: string): Record<string, string | string[]> => {
  const parameters = new URLSearchParams(search)
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

/** Writes what `parseSearch` reads; undefined and empty values are left out. */
export const stringifySearch = (search: Search): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    for (const part of Array.isArray(value) ? value : [value])
      if (part !== undefined && part !== null && part !== '') parameters.append(name, String(part))
  const written = parameters.toString()
  return written === '' ? '' : `?${written}`
}

/** A picker for `validateSearch`: keeps the named parameters that are text and drops everything else. */
export const textParameters =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Search): { [Key in Name]?: string } => {
    const picked: { [Key in Name]?: string } = {}
    for (const name of names) {
      const value = search[name]
      if (typeof value === 'string' && value !== '') picked[name] = value
    }
    return picked
  }

/** Keeps lists of ids, named as `messageIds[]` or without the brackets (DEC-123); what is no id is left out. */
export const idsParameters =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Search): { [Key in `${Name}[]`]?: readonly string[] } => {
    const picked: { [Key in `${Name}[]`]?: readonly string[] } = {}
    for (const name of names) {
      const named = [search[`${name}[]`] ?? search[name] ?? []].flat()
      const ids = named.filter((id): id is string => typeof id === 'string' && /^[1-9]\d{0,15}$/.test(id))
      if (ids.length > 0) picked[`${name}[]`] = ids
    }
    return picked
  }

/** A redirect to a path of this site, with query and hash, which takes the place of the current entry. */
export const goTo = (target: string, state: HistoryState = {}) =>
  redirect({ ...linkTo(target), state, replace: true })

/** The properties of a link to a path of this site, with query and hash. */
export const linkTo = (target: string) => {
  const { pathname, search, hash } = new URL(target, 'https://origin.invalid')
  return { to: pathname, search: parseSearch(search), hash: hash.slice(1) }
}

/** Returns the target of a sign-in: the requested page, else messages; never an auth page [AUTH-07]. */
export const signInTarget = (redirect: string | undefined): string => {
  const target = safeRedirect(redirect)
  return target === undefined || isAuthPath(target) ? paths.messages : target
}
