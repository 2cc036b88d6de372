import { paths } from '#src/routes/route-table.ts'
import { createToastQueue, type ToastQueue } from '#src/ui/toast.tsx'
import { readHint } from './cached-list/snapshot-hint.ts'
import { createHostStore, type HostStore } from './host.ts'
import { chooseLocale, findLocale, type Locale } from './locales.ts'
import { createPreferences, type PreferenceStore } from './preferences.ts'
import { createTranslation, type Translation } from './translation.ts'

/** The parts of the page that exist before the client: preferences, language and toasts. */
export interface Page {
  readonly preferences: PreferenceStore
  readonly host: HostStore
  readonly translation: Translation
  readonly toasts: ToastQueue
  readonly locale: Locale
}

type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Returns the storage. A browser that forbids it throws on access: then nothing is stored. */
export const storageOrNothing = (open: () => KeyValue): KeyValue => {
  try {
    return open()
  } catch {
    return { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  }
}

/** Reads the stored preferences and the parameters of the link (DEC-01) [I18N-03]. */
export const openPage = (): Page => {
  const preferences = createPreferences(storageOrNothing(() => localStorage))
  const query = new URLSearchParams(location.search)
  const queried = query.get('locale') ?? undefined
  const locale = chooseLocale(queried, preferences.get().locale)
  if (findLocale(queried) !== undefined) preferences.change({ locale })
  const host = createHostStore(storageOrNothing(() => sessionStorage))
  // The client reports its device type from the start on.
  const embeddedIn = location.pathname === paths.onboard ? query.get('app') : null
  if (embeddedIn) host.keep({ embeddedIn })
  return {
    preferences,
    host,
    // A signed-in start then loads both parts at the same time.
    translation: createTranslation(readHint() ? ['entry', 'account'] : ['entry']),
    toasts: createToastQueue(window),
    locale,
  }
}
